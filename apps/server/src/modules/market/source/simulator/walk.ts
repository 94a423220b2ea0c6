import { bell, hash, type Key, keyUnder, share } from './noise.ts';

/**
 * A walk is bisected from 2^19 minutes (a year) down to a 512th of a minute, so that whole minutes are always knots.
 */
const TOP_MINUTES = 2 ** 19;
const MINUTE_DEPTH = 19;
const FINEST_DEPTH = MINUTE_DEPTH + 9;
const YEAR_MINUTES = 525_960;

/** Mean reversion over months: less than a random walk's variance there, so that prices stay plausible forever. */
const KNOT_DEVIATION = 0.15;
const DRAWN_BACK: readonly number[] = [0.3, 0.5, 0.7, 0.85];

/** Depths at which volatility regimes are drawn: pieces of 23 days, 3 days and 17 hours. */
const MOODS: readonly number[] = [4, 7, 9];
const MOODS_DEPTH = 9;
const MOOD_STRENGTH = 0.25;
const MOOD_SALT = 0x5bd1e995;

/** Displacement added by bisecting a piece of each depth, for a walk of yearly deviation 1. */
const AMPLITUDES = Float64Array.from(
  { length: FINEST_DEPTH },
  (_, depth) => ((DRAWN_BACK[depth] ?? 1) * Math.sqrt(TOP_MINUTES / 2 ** depth / YEAR_MINUTES)) / 2,
);

/** Returns the value of the walk at the start of year `top`. */
const knot = (key: Key, top: number) => KNOT_DEVIATION * bell(hash(key, ~top));

/** Returns the offset of a piece's midpoint from the line between its ends, before volatility regimes. */
const displacement = (topKey: Key, depth: number, index: number) =>
  (AMPLITUDES[depth] ?? 0) * bell(hash(topKey, (1 << depth) + index));

/** Returns one depth's factor of a piece's volatility regime; the mean of its square is 1. */
function moodOf(topKey: Key, depth: number, index: number): number {
  if (depth > MOODS_DEPTH || !MOODS.includes(depth)) return 1;
  const strength = MOOD_STRENGTH * bell(hash(topKey, (1 << depth) + index, MOOD_SALT));
  return Math.exp(strength - MOOD_STRENGTH ** 2);
}

/** Returns a piece's volatility regime: the product over its depth and all above it. */
function wholeMoodOf(topKey: Key, depth: number, index: number): number {
  let mood = 1;
  for (const each of MOODS) if (each <= depth) mood *= moodOf(topKey, each, index >> (depth - each));
  return mood;
}

/** Points at equal steps: a power of two per minute, both ends included. */
export type Stretch = { readonly fromMinute: number; readonly minutes: number; readonly perMinute: number };

/**
 * Returns the value of a walk at a time in minutes: bisects its piece and displaces each midpoint, from the year to the
 * instant.
 */
export function walkAt(key: Key, minute: number): number {
  const top = Math.floor(minute / TOP_MINUTES);
  const topKey = keyUnder(key, top);
  let place = minute / TOP_MINUTES - top;
  let low = knot(key, top);
  let high = knot(key, top + 1);
  let index = 0;
  let mood = 1;
  for (let depth = 0; depth < FINEST_DEPTH; depth++) {
    mood *= moodOf(topKey, depth, index);
    const middle = (low + high) / 2 + displacement(topKey, depth, index) * mood;
    place *= 2;
    index *= 2;
    if (place < 1) high = middle;
    else {
      low = middle;
      place -= 1;
      index += 1;
    }
  }
  return low + (high - low) * place + jumpsOf(key)(minute);
}

/** Returns the same walk at many points, each costing one bisection instead of all: bit for bit equal to `walkAt`. */
export function walkOver(key: Key, { fromMinute, minutes, perMinute }: Stretch): Float64Array {
  const depth = MINUTE_DEPTH + Math.log2(perMinute);
  const topSteps = TOP_MINUTES * perMinute;
  const points = new Float64Array(minutes * perMinute + 1);
  const from = fromMinute * perMinute;
  for (let at = from; at < from + points.length; ) {
    const top = Math.floor(at / topSteps);
    const last = Math.min(from + points.length - 1, (top + 1) * topSteps - 1);
    points.set(halve({ key, top, depth }, at - top * topSteps, last - top * topSteps), at - from);
    at = last + 1;
  }
  const jumpAt = jumpsOf(key);
  for (let index = 0; index < points.length; index++)
    points[index] = (points[index] ?? 0) + jumpAt((from + index) / perMinute);
  return points;
}

type Year = { readonly key: Key; readonly top: number; readonly depth: number };

/** Computes the knots `first` to `last` at one depth of a year, from those above them. */
function halve({ key, top, depth }: Year, first: number, last: number): Float64Array {
  const topKey = keyUnder(key, top);
  let start = 0;
  let values = Float64Array.of(knot(key, top), knot(key, top + 1));
  for (let each = 0; each < depth; each++) {
    const width = 2 ** (depth - each - 1);
    const next = Math.floor(first / width);
    values = halveOnce({ values, start, topKey, depth: each }, next, Math.ceil(last / width));
    start = next;
  }
  return values.subarray(0, last - first + 1);
}

type Knots = {
  readonly values: Float64Array;
  readonly start: number;
  readonly topKey: Key;
  readonly depth: number;
};

function halveOnce({ values, start, topKey, depth }: Knots, first: number, last: number): Float64Array<ArrayBuffer> {
  const halved = new Float64Array(last - first + 1);
  let mood = 1;
  let moodPiece = -1;
  for (let index = first; index <= last; index++) {
    const piece = index >> 1;
    const low = values[piece - start] ?? 0;
    if (index % 2 === 0) {
      halved[index - first] = low;
      continue;
    }
    const lively = depth > MOODS_DEPTH ? piece >> (depth - MOODS_DEPTH) : piece;
    if (lively !== moodPiece) mood = wholeMoodOf(topKey, Math.min(depth, MOODS_DEPTH), lively);
    moodPiece = lively;
    const high = values[piece + 1 - start] ?? 0;
    halved[index - first] = (low + high) / 2 + displacement(topKey, depth, piece) * mood;
  }
  return halved;
}

/** At most one jump in each 2^15 minutes (23 days), in two pieces out of five. */
const PIECE_MINUTES = 2 ** 15;
const CHANCE = 0.4;
const SALT = { chance: 0x27d4eb2f, sign: 0x165667b1, size: 0x3c6ef372, place: 0x6a09e667 };
const DAY_DEVIATION = Math.sqrt(1440 / YEAR_MINUTES);

/** The jump of one piece: its size, and its time as a fraction of the piece. */
type Jump = { readonly piece: number; readonly size: number; readonly at: number };

function jumpOf(key: Key, piece: number): Jump {
  const chance = (salt: number) => share(hash(key, piece, salt));
  if (chance(SALT.chance) >= CHANCE) return { piece, size: 0, at: 0 };
  const size = (chance(SALT.sign) < 0.5 ? 1 : -1) * (0.5 + chance(SALT.size)) * DAY_DEVIATION;
  return { piece, size, at: chance(SALT.place) };
}

/** Returns the jump process: a step at one instant, offset evenly over its piece, so that pieces stay independent. */
function jumpsOf(key: Key): (minute: number) => number {
  let jump = jumpOf(key, 0);
  return (minute) => {
    const piece = Math.floor(minute / PIECE_MINUTES);
    if (piece !== jump.piece) jump = jumpOf(key, piece);
    const place = minute / PIECE_MINUTES - piece;
    return place >= jump.at ? jump.size * (1 - place) : -jump.size * place;
  };
}
