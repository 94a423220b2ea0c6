import type { MarketState } from './market.ts';
import { shownState } from './shown-state.ts';

/** What is to be said beside a price; nothing while it lives. */
export type PriceState =
  | { readonly kind: 'live' | 'closed' | 'halted' }
  | { readonly kind: 'paused'; readonly forMs: number };

/** A price that came no nearer for so long is no longer called live, so that a badge is there within five seconds. */
const LATE_MS = 4_000;
const SECOND_MS = 1_000;

/**
 * Whether a price lives: of a market that should trade, its own age counts, and so does the silence of all of them. Whole
 * seconds, so that a page is drawn once a second.
 */
export function priceStateOf(
  quote: { readonly state: MarketState; readonly at: number } | undefined,
  { nowMs, standstillMs }: { readonly nowMs: number; readonly standstillMs: number | undefined },
): PriceState {
  if (quote === undefined) return { kind: 'live' };
  const ageMs = nowMs - quote.at;
  const state = shownState(quote.state, ageMs);
  if (state === 'closed' || state === 'halted') return { kind: state };
  const silentMs = Math.max(ageMs, standstillMs ?? 0);
  if (state === 'open' && silentMs < LATE_MS) return { kind: 'live' };
  return { kind: 'paused', forMs: Math.floor(Math.max(0, silentMs) / SECOND_MS) * SECOND_MS }; // tidy: not money
}

/** Whether two of them say the same. */
export const isSamePriceState = (a: PriceState, b: PriceState): boolean =>
  a.kind === b.kind && (a.kind !== 'paused' || b.kind !== 'paused' || a.forMs === b.forMs);
