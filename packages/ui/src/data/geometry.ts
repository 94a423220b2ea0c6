import type { Decimal } from '@app/money';

const STEPS = 10_000n; // A screen has fewer pixels than that.

/**
 * Where money becomes pixels, and the only place: how far along from one value to the other this one is, 0 to 1.
 * What lies outside stays at its end; where both ends are one value there is only a middle.
 */
export function positionBetween(value: Decimal, from: Decimal, to: Decimal): number {
  if (from === to) return 0.5;
  const steps = ((BigInt(value) - BigInt(from)) * STEPS) / (BigInt(to) - BigInt(from));
  return Math.min(Math.max(Number(steps) / Number(STEPS), 0), 1);
}

/** As style sheets take it. */
export const percentOf = (place: number) => `${Number((place * 100).toFixed(2))}%`;
