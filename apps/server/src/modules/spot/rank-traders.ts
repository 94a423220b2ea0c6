import { levelFor, spotRulesOf } from '@app/domain/spot';
import { type Amount, parseDecimal } from '@app/money';
import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { transactOn } from '../../platform/transact.ts';
import { readMarkets } from '../market/index.ts';
import type { Settings } from '../reference/index.ts';
import { writeLevels } from './fee-level.store.ts';
import { sumVolumes } from './spot-reads.store.ts';

const DAY_MS = 86_400_000;
const WINDOW_MS = 30 * DAY_MS;
/** Volume is counted in this one; a market quoted in another would first have to be valued. */
const COUNTED_IN = 'USDT';

/**
 * Gives everybody the fee level of what they traded with real money in the last thirty days. By the orders placed in that
 * time: one row an order, however often it was filled. Who falls back to level 0 has no row.
 */
export async function rankTraders(db: Db, settings: Settings): Promise<void> {
  const rules = await spotRulesOf(settings.read);
  const [, first] = rules.feeLevels;
  const markets = (await readMarkets(db)).filter(({ quote }) => quote === COUNTED_IN).map(({ id }) => id);
  const wish = { sinceMs: (await now(db)).getTime() - WINDOW_MS, markets };
  const volumes = first === undefined ? [] : await sumVolumes(db, { ...wish, atLeast: first.volume });
  const levels = volumes
    .map(({ user_id: userId, volume }) => ({ userId, volume: parseDecimal<Amount>(volume) }))
    .map((it) => ({ ...it, level: levelFor(it.volume, rules) }));
  await transactOn(db)((tx) => writeLevels(tx, levels));
}
