import type { Amount, Decimal, ExactFee } from './kinds.ts';

/**
 * Types addition accepts. In every function below the first operand determines the kind (hence NoInfer), so a price is
 * never added to an amount. It is widened where necessary, because the compiler infers number for a difference of
 * generic bigints.
 */
type Addable = Decimal | ExactFee;

export const ZERO = 0n as Amount; // The brand's only literal: every other amount is parsed or computed.

/** Adds two values of one kind; the result is not clamped, storage has its own check. */
export const add = <Kind extends Addable>(a: Kind, b: NoInfer<Kind>) => (a + b) as Kind;

/** Subtracts; the result may be negative, and the caller's rule decides whether that is allowed. */
export const subtract = <Kind extends Addable>(a: Kind, b: NoInfer<Kind>) => ((a as bigint) - b) as Kind;

/** Negates a value, for the opposite side of an entry. */
export const negate = <Kind extends Addable>(value: Kind) => (0n - value) as Kind;

/**
 * Returns the magnitude. Signed results (profit and loss) are rounded as magnitudes and get their sign back with
 * negate.
 */
export const absolute = <Kind extends Addable>(value: Kind) => (value < 0n ? negate(value) : value);

/** Sums amounts only: a total of several prices is meaningless. */
export function sum(amounts: Iterable<Amount>): Amount {
  let total = ZERO;
  for (const amount of amounts) total = add(total, amount);
  return total;
}

/** Compares for sort(), which cannot use a bigint difference. Elsewhere `<` reads better. */
export function compare<Kind extends Addable>(a: Kind, b: NoInfer<Kind>): -1 | 0 | 1 {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Returns the smaller value; Math.min does not accept bigints. */
export const min = <Kind extends Addable>(a: Kind, b: NoInfer<Kind>): Kind => (b < a ? b : a);

/** Returns the larger value; Math.max does not accept bigints. */
export const max = <Kind extends Addable>(a: Kind, b: NoInfer<Kind>): Kind => (b > a ? b : a);
