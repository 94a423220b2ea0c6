import { type MarketState, shownState } from '@app/domain/market';
import { type Holdings, WORTH_CURRENCY } from '@app/domain/wallet';
import { ZERO } from '@app/money';

/** When a price was made, by the server's clock, and what its market was said to be. */
export type PriceMark = { readonly state: MarketState; readonly at: number };

/** Coins that are owned and need a price to count. */
export const coinsIn = (holdings: Holdings): readonly string[] =>
  [...holdings].flatMap(([currency, amount]) => (currency !== WORTH_CURRENCY && amount > ZERO ? [currency] : []));

type Around = { readonly nowMs: number; readonly standstillMs: number | undefined };
const SECOND_MS = 1_000;

/**
 * How old the oldest dead price among these is; nothing while all live. A market that is closed by its hours is no fault,
 * however long ago that was; one that we halted is as dead as its price is old. Whole seconds, as they are shown.
 */
export function deadForMs(marks: readonly PriceMark[], { nowMs, standstillMs }: Around): number | undefined {
  const dead = marks
    .filter(({ state }) => state !== 'closed')
    .filter(({ state, at }) => standstillMs !== undefined || state === 'stale' || isOld(nowMs - at))
    .map(({ at }) => Math.max(0, nowMs - at, standstillMs ?? 0));
  return dead.length === 0 ? undefined : Math.floor(Math.max(...dead) / SECOND_MS) * SECOND_MS;
}

const isOld = (ageMs: number) => shownState('open', ageMs) === 'stale';
