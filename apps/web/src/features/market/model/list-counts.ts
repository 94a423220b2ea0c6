import { changePercent } from '@app/domain/market';
import { directionOfPercent, ONE, type Price, type Rate } from '@app/money';

type Quote = { readonly price: Price; readonly open: Price; readonly simulated: boolean };
type Listed = { readonly symbol: string };

export type ListCounts = { readonly up: number; readonly down: number; readonly flat: number };

/** How many rose, fell and stood still in 24 hours, as their pills say; what has no price counts nowhere. */
export function countDirections(markets: readonly Listed[], quotes: ReadonlyMap<string, Quote>): ListCounts {
  const counts = { up: 0, down: 0, flat: 0 };
  for (const { symbol } of markets) {
    const quote = quotes.get(symbol);
    if (quote !== undefined) counts[directionOfPercent(changePercent(quote.open, quote.price))] += 1;
  }
  return counts;
}

/** The share of those that rose among those that moved; half where none did. */
export const risingShare = ({ up, down }: ListCounts): Rate =>
  (up + down === 0 ? ONE / 2n : (ONE * BigInt(up)) / BigInt(up + down)) as Rate;

/** Where a price comes from. The list of markets may be older than the price and is asked only where there is none; that a price to come is real, nobody knows. */
export function sourceOf(
  quote: Pick<Quote, 'simulated'> | undefined,
  isListedSimulated: boolean,
): 'simulated' | 'venues' | undefined {
  if (quote === undefined) return isListedSimulated ? 'simulated' : undefined;
  return quote.simulated ? 'simulated' : 'venues';
}

/** Whether the prices that are shown are simulated: all of them, some, or none. */
export function simulatedAmong(
  markets: readonly Listed[],
  quotes: ReadonlyMap<string, Quote>,
): 'all' | 'some' | 'none' {
  const shown = markets.flatMap(({ symbol }) => quotes.get(symbol) ?? []);
  const count = shown.filter(({ simulated }) => simulated).length;
  if (count === 0) return 'none';
  return count === shown.length ? 'all' : 'some';
}
