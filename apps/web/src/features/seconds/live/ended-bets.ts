import type { WireBet } from '../bets/open-bets.ts';

type Show = (bet: WireBet) => boolean;

let shownBy: Show | undefined;

/** Registers what shows results while the trading page is open; it returns whether it shows one. */
export function showResultsHere(show: Show): () => void {
  shownBy = show;
  return () => {
    if (shownBy === show) shownBy = undefined;
  };
}

/** Passes on a bet that has ended. Returns whether the page shows its result; otherwise a notice does. */
export const passResult = (bet: WireBet): boolean => shownBy?.(bet) ?? false;
