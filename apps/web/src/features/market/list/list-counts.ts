import { changePercent } from '@app/domain/market';
import { directionOfPercent, ONE, type Price, type Rate } from '@app/money';

type Quote = { readonly price: Price; readonly open: Price; readonly simulated: boolean };
type Listed = { readonly symbol: string };

export type ListCounts = { readonly up: number; readonly down: number; readonly flat: number };

/**
 * Counts how many rose, fell and stayed flat in 24 hours, rounded as their pills show; markets without a price are not
 * counted.
 */
export function countDirections(markets: readonly Listed[], quotes: ReadonlyMap<string, Quote>): ListCounts {
  const counts = { up: 0, down: 0, flat: 0 };
  for (const { symbol } of markets) {
    const quote = quotes.get(symbol);
    if (quote !== undefined) counts[directionOfPercent(changePercent(quote.open, quote.price))] += 1;
  }
  return counts;
}

/** Returns the share of risers among those that moved; half if none did. */
export const risingShare = ({ up, down }: ListCounts): Rate =>
  (up + down === 0 ? ONE / 2n : (ONE * BigInt(up)) / BigInt(up + down)) as Rate;

/**
 * Returns the source of a price. The market list may be older than the quote and is used only without one; that a
 * future price will be real is never assumed.
 */
export function sourceOf(
  quote: Pick<Quote, 'simulated'> | undefined,
  isListedSimulated: boolean,
): 'simulated' | 'venues' | undefined {
  if (quote === undefined) return isListedSimulated ? 'simulated' : undefined;
  return quote.simulated ? 'simulated' : 'venues';
}

/** Returns whether all, some or none of the shown prices are simulated. */
export function simulatedAmong(
  markets: readonly Listed[],
  quotes: ReadonlyMap<string, Quote>,
): 'all' | 'some' | 'none' {
  const shown = markets.flatMap(({ symbol }) => quotes.get(symbol) ?? []);
  const count = shown.filter(({ simulated }) => simulated).length;
  if (count === 0) return 'none';
  return count === shown.length ? 'all' : 'some';
}
