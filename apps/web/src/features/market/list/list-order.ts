import { changePercent } from '@app/domain/market';
import { type Amount, type Decimal, divide, multiply, type Price, type Rate } from '@app/money';
import type { ListSort, SortKey } from './list-choice.ts';

type Listed = { readonly symbol: string; readonly quote: string };
type Quote = { readonly price: Price; readonly open: Price; readonly vol: Amount };
type Quotes = ReadonlyMap<string, Quote>;
/** Units of each currency for one USD. */
export type UsdRates = Readonly<Record<string, Rate>>;

/** Returns the 24-hour turnover in the quote currency: the volume at the current price. */
export const turnoverOf = ({ vol, price }: Pick<Quote, 'vol' | 'price'>): Amount => multiply(vol, price, 'down');

/** Returns whether a currency counts as dollar; USDT is treated as USD. */
export const isDollar = (currency: string) => currency === 'USD' || currency === 'USDT';

/** Converts to dollars, so that prices in yen and in dollars compare; undefined without a rate. */
function inDollars(value: Decimal, currency: string, rates: UsdRates): Decimal | undefined {
  if (isDollar(currency)) return value;
  const rate = rates[currency];
  return rate === undefined || rate === 0n ? undefined : divide(value as Amount, rate, 'down');
}

function figureOf(key: SortKey, quote: Quote, currency: string, rates: UsdRates): Decimal | undefined {
  if (key === 'change') return changePercent(quote.open, quote.price);
  return inDollars(key === 'price' ? quote.price : turnoverOf(quote), currency, rates);
}

/**
 * Sorts the rows by a column. Rows without a figure come last in either direction, and the sort is stable, so that no
 * two rows swap without a reason.
 */
export function orderMarkets<Market extends Listed>(
  markets: readonly Market[],
  sort: ListSort,
  known: { readonly quotes: Quotes; readonly rates: UsdRates },
): readonly Market[] {
  if (sort === undefined) return markets;
  const sign = sort.order === 'up' ? 1 : -1;
  const rows = markets.map((market) => {
    const quote = known.quotes.get(market.symbol);
    return { market, figure: quote && figureOf(sort.key, quote, market.quote, known.rates) };
  });
  rows.sort((one, other) => {
    if (one.figure === other.figure) return 0;
    if (one.figure === undefined) return 1;
    if (other.figure === undefined) return -1;
    return one.figure < other.figure ? -sign : sign;
  });
  return rows.map(({ market }) => market);
}

export const isSameOrder = (one: readonly Listed[], other: readonly Listed[]) =>
  one.length === other.length && one.every(({ symbol }, index) => other[index]?.symbol === symbol);

/** After the last movement, momentum scrolling may still run and the user may still be reading. */
const AT_REST_MS = 1_000;

/** Current interaction with the list. */
type Hand = { readonly fingers: number; readonly scrolledAt: number; readonly hasKeyFocus: boolean };

/** Returns whether rows may be reordered: never during a touch, while scrolling, or with keyboard focus. */
export const isCalm = ({ fingers, scrolledAt, hasKeyFocus }: Hand, now: number): boolean =>
  fingers === 0 && !hasKeyFocus && now - scrolledAt >= AT_REST_MS;
