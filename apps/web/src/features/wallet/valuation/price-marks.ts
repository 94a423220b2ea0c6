import { type MarketState, shownState, showsAs } from '@app/domain/market';
import { type Holdings, WORTH_CURRENCY } from '@app/domain/wallet';
import { ZERO } from '@app/money';

/** Time of a price by the server's clock, and its market's reported state. */
export type PriceMark = { readonly state: MarketState; readonly at: number };

/** Returns owned coins that need a price to be valued. */
export const coinsIn = (holdings: Holdings): readonly string[] =>
  [...holdings].flatMap(([currency, amount]) => (currency !== WORTH_CURRENCY && amount > ZERO ? [currency] : []));

type Around = { readonly nowMs: number; readonly standstillMs: number | undefined };
const SECOND_MS = 1_000;

/**
 * Returns the age of the oldest stale price; undefined while all are fresh. A market closed by its hours is never
 * stale, however long ago it closed; a halted market is as stale as its price is old. Whole seconds, as displayed.
 */
export function deadForMs(marks: readonly PriceMark[], { nowMs, standstillMs }: Around): number | undefined {
  const dead = marks
    .filter(({ state }) => state !== 'closed')
    .filter(({ state, at }) => standstillMs !== undefined || state === 'stale' || isOld(nowMs - at))
    .map(({ at }) => Math.max(0, nowMs - at, standstillMs ?? 0));
  return dead.length === 0 ? undefined : Math.floor(Math.max(...dead) / SECOND_MS) * SECOND_MS;
}

const isOld = (ageMs: number) => shownState('open', ageMs) === 'stale';

export type Freshness = 'fresh' | 'late' | 'stale';

/** Freshness by age, with the same thresholds as prices: one table defines when a figure is stale. */
const WORDS = { live: 'fresh', amber: 'late', dimmed: 'stale' } as const;

/** Returns the freshness by the time of the last message: a socket can be open while its data is stale. */
export function freshnessOf(receivedAt: number, now: number): Freshness {
  return WORDS[showsAs(now - receivedAt)];
}
