/** An exact fraction; the denominator is positive. */
export type Rational = { readonly n: bigint; readonly d: bigint };

const SCALE = 10n ** 18n;

export const whole = (n: bigint | number): Rational => ({ n: BigInt(n), d: 1n });
export const NOTHING = whole(0);

/** Reads a number of eighteen decimal places. */
export const fromUnits = (units: bigint): Rational => ({ n: units, d: SCALE });

/** Returns a fraction that has at most eighteen decimal places in their units. */
export function toUnits({ n, d }: Rational): bigint {
  const units = (n * SCALE) / d;
  if (units * d !== n * SCALE) throw new Error('the number has more than eighteen decimal places');
  return units;
}

export const plus = (a: Rational, b: Rational): Rational =>
  a.d === b.d ? { n: a.n + b.n, d: a.d } : { n: a.n * b.d + b.n * a.d, d: a.d * b.d };
export const minus = (a: Rational, b: Rational): Rational => plus(a, { n: -b.n, d: b.d });
export const times = (a: Rational, b: Rational): Rational => ({ n: a.n * b.n, d: a.d * b.d });
export const over = (a: Rational, b: Rational): Rational => {
  if (b.n <= 0n) throw new Error('divided by something that is not positive');
  return { n: a.n * b.d, d: a.d * b.n };
};

export const isLess = (a: Rational, b: Rational): boolean => a.n * b.d < b.n * a.d;
export const isAtMost = (a: Rational, b: Rational): boolean => a.n * b.d <= b.n * a.d;
export const smaller = (a: Rational, b: Rational): Rational => (isLess(b, a) ? b : a);
export const larger = (a: Rational, b: Rational): Rational => (isLess(a, b) ? b : a);
export const total = (all: readonly Rational[]): Rational => all.reduce(plus, NOTHING);

/** Counts the steps that fit into a number, towards minus infinity. */
export function stepsBelow(value: Rational, step: Rational): bigint {
  const { n, d } = over(value, step);
  const cut = n / d;
  return cut * d > n ? cut - 1n : cut;
}

/** Counts the steps that cover a number, towards plus infinity. */
export const stepsAbove = (value: Rational, step: Rational): bigint => -stepsBelow({ n: -value.n, d: value.d }, step);

const UNIT = fromUnits(1n);

/** Rounds towards minus infinity at eighteen decimal places. */
export const floorUnit = (value: Rational): Rational => fromUnits(stepsBelow(value, UNIT));
/** Rounds towards plus infinity at eighteen decimal places. */
export const ceilUnit = (value: Rational): Rational => fromUnits(stepsAbove(value, UNIT));
