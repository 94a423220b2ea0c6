import { type Amount, divide, multiply, ONE, type Price, type Rate, showAmount } from '@app/money';
import { isDollar, type UsdRates } from './list-order.ts';

/** Conversion from a quote currency to the reader's. */
export type Fiat = { readonly sign: string; readonly rate: Rate; readonly currency: string };

const PLACES = 2;
/** Below this, two decimal places would show zero. */
const SMALL = (ONE / 100n) as Amount;

/** Returns the rate from the quote currency to the reader's; undefined if either is unknown. */
export function fiatOf(
  quote: string,
  mine: { readonly currency: string; readonly sign: string },
  rates: { mine: Rate | undefined; all: UsdRates },
): Fiat | undefined {
  if (rates.mine === undefined) return undefined;
  if (isDollar(quote)) return { ...mine, rate: rates.mine };
  const theirs = rates.all[quote];
  if (theirs === undefined || theirs === 0n) return undefined;
  return { ...mine, rate: divide(rates.mine as bigint as Amount, theirs, 'down') as bigint as Rate };
}

type Priced = { readonly base: string; readonly quote: string; readonly precision: number };

/**
 * Formats `≈ €62,842.10`; a price below a cent keeps its market's precision. Returns null where it would tell nothing:
 * for a price that is in the reader's currency already, and for that currency itself.
 */
export function showsInFiat(price: Price, { base, quote, precision }: Priced, fiat: Fiat): string | null {
  const { currency, sign, rate } = fiat;
  if (base === currency || quote === currency || (isDollar(quote) && isDollar(currency))) return null;
  const worth = multiply(price as bigint as Amount, rate, 'down'); // One unit of base, priced in quote.
  return `≈ ${sign}${showAmount(worth, worth < SMALL ? Math.max(precision, PLACES) : PLACES)}`;
}
