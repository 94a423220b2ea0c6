import {
  displacement,
  FINEST_DEPTH,
  knot,
  MINUTE_DEPTH,
  MOODS_DEPTH,
  moodOf,
  TOP_MINUTES,
  wholeMoodOf,
} from './halving.ts';
import { jumpsOf } from './jump.ts';
import { type Key, keyUnder } from './noise.ts';

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
