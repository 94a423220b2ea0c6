import type { Amount, Decimal, ExactFee } from './kinds.ts';

/**
 * In every function below the first operand settles the kind (hence NoInfer), so a price is never added to an amount.
 * It is widened where it must be, because the compiler takes a difference of generic bigints for a number.
 */
type Addable = Decimal | ExactFee;

export const ZERO = 0n as Amount; // The brand's only literal: every other amount is parsed or computed.

/** The sum of two of a kind is of that kind; results are not clamped, storage has its own check. */
export const add = <Kind extends Addable>(a: Kind, b: NoInfer<Kind>) => (a + b) as Kind;

/** May go below zero: a difference is a fact, and whether it is allowed is for the caller's rule to say. */
export const subtract = <Kind extends Addable>(a: Kind, b: NoInfer<Kind>) => ((a as bigint) - b) as Kind;

/** The other side of an entry. */
export const negate = <Kind extends Addable>(value: Kind) => (0n - value) as Kind;

/** Signed results (profit and loss) are rounded as magnitudes, and given their sign back with negate. */
export const absolute = <Kind extends Addable>(value: Kind) => (value < 0n ? negate(value) : value);

/** Only amounts are summed: the total of several prices means nothing. */
export function sum(amounts: Iterable<Amount>): Amount {
  let total = ZERO;
  for (const amount of amounts) total = add(total, amount);
  return total;
}

/** For sort(), which cannot use a bigint difference. Elsewhere `<` reads better. */
export function compare<Kind extends Addable>(a: Kind, b: NoInfer<Kind>): -1 | 0 | 1 {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Math.min refuses bigints. */
export const min = <Kind extends Addable>(a: Kind, b: NoInfer<Kind>): Kind => (b < a ? b : a);

/** Math.max refuses bigints. */
export const max = <Kind extends Addable>(a: Kind, b: NoInfer<Kind>): Kind => (b > a ? b : a);
