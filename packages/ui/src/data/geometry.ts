import type { Decimal } from '@app/money';

const STEPS = 10_000n; // More than a screen's pixels.

/**
 * Returns the position of a value between two others, 0 to 1; the only place where money becomes pixels. Values outside
 * are clamped; if both ends are equal it returns the middle.
 */
export function positionBetween(value: Decimal, from: Decimal, to: Decimal): number {
  if (from === to) return 0.5;
  const steps = ((BigInt(value) - BigInt(from)) * STEPS) / (BigInt(to) - BigInt(from));
  return Math.min(Math.max(Number(steps) / Number(STEPS), 0), 1);
}

/** Formats a position as a CSS percentage. */
export const percentOf = (place: number) => `${Number((place * 100).toFixed(2))}%`;
