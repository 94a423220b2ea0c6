import { bell, hash, type Key } from './noise.ts';

/**
 * A walk is bisected from 2^19 minutes (a year) down to a 512th of a minute, so that whole minutes are always knots.
 */
export const TOP_MINUTES = 2 ** 19;
export const MINUTE_DEPTH = 19;
export const FINEST_DEPTH = MINUTE_DEPTH + 9;
export const YEAR_MINUTES = 525_960;

/** Mean reversion over months: less than a random walk's variance there, so that prices stay plausible forever. */
const KNOT_DEVIATION = 0.15;
const DRAWN_BACK: readonly number[] = [0.3, 0.5, 0.7, 0.85];

/** Depths at which volatility regimes are drawn: pieces of 23 days, 3 days and 17 hours. */
const MOODS: readonly number[] = [4, 7, 9];
export const MOODS_DEPTH = 9;
const MOOD_STRENGTH = 0.25;
const MOOD_SALT = 0x5bd1e995;

/** Displacement added by bisecting a piece of each depth, for a walk of yearly deviation 1. */
const AMPLITUDES = Float64Array.from(
  { length: FINEST_DEPTH },
  (_, depth) => ((DRAWN_BACK[depth] ?? 1) * Math.sqrt(TOP_MINUTES / 2 ** depth / YEAR_MINUTES)) / 2,
);

/** Returns the value of the walk at the start of year `top`. */
export const knot = (key: Key, top: number) => KNOT_DEVIATION * bell(hash(key, ~top));

/** Returns the offset of a piece's midpoint from the line between its ends, before volatility regimes. */
export const displacement = (topKey: Key, depth: number, index: number) =>
  (AMPLITUDES[depth] ?? 0) * bell(hash(topKey, (1 << depth) + index));

/** Returns one depth's factor of a piece's volatility regime; the mean of its square is 1. */
export function moodOf(topKey: Key, depth: number, index: number): number {
  if (depth > MOODS_DEPTH || !MOODS.includes(depth)) return 1;
  const strength = MOOD_STRENGTH * bell(hash(topKey, (1 << depth) + index, MOOD_SALT));
  return Math.exp(strength - MOOD_STRENGTH ** 2);
}

/** Returns a piece's volatility regime: the product over its depth and all above it. */
export function wholeMoodOf(topKey: Key, depth: number, index: number): number {
  let mood = 1;
  for (const each of MOODS) if (each <= depth) mood *= moodOf(topKey, each, index >> (depth - each));
  return mood;
}
