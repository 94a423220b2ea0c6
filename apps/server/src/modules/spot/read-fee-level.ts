import { feesAt, spotRulesOf } from '@app/domain/spot';
import { type Amount, parseDecimal } from '@app/money';
import type { Output } from '@app/protocol';
import type { readFeeLevel as route } from '@app/protocol/spot';
import type { Db } from '../../platform/database.ts';
import type { Settings } from '../reference/index.ts';
import { countedTrades } from './counted-trades.ts';
import { findLevel } from './fee-level.store.ts';
import { sumVolumeOf } from './spot-reads.store.ts';

type Deps = { readonly db: Db; readonly settings: Settings };

/**
 * Returns the level the engine charges, and the volume it was given for; a user without one gets their volume so far.
 */
export async function readFeeLevel({ db, settings }: Deps, userId: bigint): Promise<Output<typeof route>> {
  const rules = await spotRulesOf(settings.read);
  const { level, volume } = (await findLevel(db, userId)) ?? {
    level: 0,
    volume: await sumVolumeOf(db, userId, await countedTrades(db)),
  };
  return { level, volume: parseDecimal<Amount>(volume), ...feesAt(level, rules) };
}
