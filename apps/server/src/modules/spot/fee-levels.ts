import { feesAt, levelFor, spotRulesOf } from '@app/domain/spot';
import { type Amount, parseDecimal } from '@app/money';
import type { Output } from '@app/protocol';
import type { readFeeLevel as route } from '@app/protocol/spot';
import type { Db } from '../../platform/db/database.ts';
import { transactOn } from '../../platform/db/transact.ts';
import type { Settings } from '../reference/index.ts';
import { countedTrades, findLevel, writeLevels } from './fee-level.store.ts';
import { sumVolumeOf, sumVolumes } from './spot-reads.store.ts';

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

/**
 * Sets every user's fee level from their real-money volume of the last thirty days. Sums the orders placed in that
 * time: one row per order, however often it was filled. A user who falls back to level 0 has no row.
 */
export async function rankTraders(db: Db, settings: Settings): Promise<void> {
  const rules = await spotRulesOf(settings.read);
  const [, first] = rules.feeLevels;
  const counted = await countedTrades(db);
  const volumes = first === undefined ? [] : await sumVolumes(db, { ...counted, atLeast: first.volume });
  const levels = volumes
    .map(({ user_id: userId, volume }) => ({ userId, volume: parseDecimal<Amount>(volume) }))
    .map((it) => ({ ...it, level: levelFor(it.volume, rules) }));
  await transactOn(db)((tx) => writeLevels(tx, levels));
}
