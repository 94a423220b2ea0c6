import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { readMarkets } from '../market/index.ts';

const DAY_MS = 86_400_000;
const WINDOW_MS = 30 * DAY_MS;
/** Currency in which volume is counted; a market quoted in another would first have to be valued. */
const COUNTED_IN = 'USDT';

/** The trades that count towards a fee level. */
export type CountedTrades = { readonly sinceMs: number; readonly markets: readonly number[] };

export async function countedTrades(db: Db): Promise<CountedTrades> {
  const markets = (await readMarkets(db)).filter(({ quote }) => quote === COUNTED_IN).map(({ id }) => id);
  return { sinceMs: (await now(db)).getTime() - WINDOW_MS, markets };
}
