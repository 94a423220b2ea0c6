import { assert } from './assert.ts';
import type { Brand } from './brand.ts';

/** A 63-bit id that sorts by time: 41 bits of milliseconds, 10 bits of writer, 12 bits of counter. */
export type TimeOrderedId = Brand<bigint, 'TimeOrderedId'>;

/** 2025-01-01T00:00:00Z; 41 bits of milliseconds from here last until 2094. */
export const ID_EPOCH_MS = 1_735_689_600_000;

const WRITER_BITS = 10n;
const COUNTER_BITS = 12n;
const WRITERS = 1 << Number(WRITER_BITS);
const COUNTERS = 1 << Number(COUNTER_BITS);
const MS_MAX = 2 ** 41 - 1;

/** Returns the smallest id of a millisecond, where partitions begin. */
export function firstIdAt(timeMs: number): TimeOrderedId {
  const elapsed = timeMs - ID_EPOCH_MS;
  assert(Number.isSafeInteger(elapsed) && elapsed >= 0 && elapsed <= MS_MAX, 'the id epoch covers the time');
  return (BigInt(elapsed) << (WRITER_BITS + COUNTER_BITS)) as TimeOrderedId;
}

/** Returns an id's creation time, by its writer's clock. */
export function timeOfId(id: TimeOrderedId): number {
  return Number(id >> (WRITER_BITS + COUNTER_BITS)) + ID_EPOCH_MS;
}

/**
 * Makes strictly increasing ids for one writer. A clock that steps back, or more than 4,096 ids in one millisecond, use
 * up future milliseconds; uniqueness never depends on the clock.
 */
export function makeIds(writer: number, now: () => number): () => TimeOrderedId {
  assert(Number.isInteger(writer) && writer >= 0 && writer < WRITERS, 'the writer fits in ten bits');
  const writerPart = BigInt(writer) << COUNTER_BITS;
  let lastMs = 0;
  let counter = 0;
  return () => {
    const nowMs = now();
    counter = nowMs > lastMs ? 0 : counter + 1;
    lastMs = Math.max(lastMs, nowMs);
    if (counter === COUNTERS) {
      lastMs += 1;
      counter = 0;
    }
    return (firstIdAt(lastMs) | writerPart | BigInt(counter)) as TimeOrderedId;
  };
}
