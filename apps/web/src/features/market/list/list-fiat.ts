import { type Amount, divide, multiply, ONE, type Price, type Rate, showAmount } from '@app/money';
import { isDollar, type UsdRates } from './list-order.ts';

/** Conversion from a quote currency to the reader's. */
export type Fiat = { readonly sign: string; readonly rate: Rate };

const PLACES = 2;
/** Below this, two decimal places would show zero. */
const SMALL = (ONE / 100n) as Amount;

/** Returns the rate from the quote currency to the reader's; undefined if either is unknown. */
export function fiatOf(
  quote: string,
  sign: string,
  rates: { mine: Rate | undefined; all: UsdRates },
): Fiat | undefined {
  if (rates.mine === undefined) return undefined;
  if (isDollar(quote)) return { sign, rate: rates.mine };
  const theirs = rates.all[quote];
  if (theirs === undefined || theirs === 0n) return undefined;
  return { sign, rate: divide(rates.mine as bigint as Amount, theirs, 'down') as bigint as Rate };
}

/** Formats `≈ $67,842.10`; a price below a cent keeps its market's precision. */
export function showsInFiat(price: Price, precision: number, { sign, rate }: Fiat): string {
  const worth = multiply(price as bigint as Amount, rate, 'down'); // One unit of base, priced in quote.
  return `≈ ${sign}${showAmount(worth, worth < SMALL ? Math.max(precision, PLACES) : PLACES)}`;
}
