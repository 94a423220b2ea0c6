import { type Amount, divide, multiply, ONE, type Price, type Rate, showAmount } from '@app/money';
import { isDollar, type UsdRates } from './list-order.ts';

/** What turns a price in one currency into about so much of the reader's. */
export type Fiat = { readonly sign: string; readonly rate: Rate };

const PLACES = 2;
/** Below this, two places would show nothing. */
const SMALL = (ONE / 100n) as Amount;

/** How many of the reader's currency one of the quote's is; nothing where either is not known. */
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

/** `≈ $67,842.10`; a price below a cent keeps the places of its market. */
export function showsInFiat(price: Price, precision: number, { sign, rate }: Fiat): string {
  const worth = multiply(price as bigint as Amount, rate, 'down'); // One of the base is paid with so much of the quote.
  return `≈ ${sign}${showAmount(worth, worth < SMALL ? Math.max(precision, PLACES) : PLACES)}`;
}
