import { firstIdAt, ID_EPOCH_MS, type TimeOrderedId, timeOfId, timeOfUuid } from '@app/base';
import { NEWEST_MS, OLDEST_MS } from './idempotency.ts';

/** Upper bound on the clock difference of two writers: a later record may have the smaller id, by no more than this. */
const CLOCKS_APART_MS = 3_600_000;
const LAST_MS = timeOfId((2n ** 63n - 1n) as TimeOrderedId); // The largest possible.

const idAt = (timeMs: number): bigint => firstIdAt(Math.min(Math.max(timeMs, ID_EPOCH_MS), LAST_MS));

/**
 * Returns a lower bound of all ids from this moment on, whichever process made them: partitions before it need no scan.
 */
export const firstIdSince = (timeMs: number): bigint => idAt(timeMs - CLOCKS_APART_MS);

/** Returns an id greater than every id of this moment or earlier. */
export const firstIdAfter = (timeMs: number): bigint => idAt(timeMs + CLOCKS_APART_MS);

/**
 * Returns the range of ids that a request with an idempotency key can have made, `until` excluded. A key contains its
 * time and is valid only around it, so a search by key reads about a day.
 */
export function idsOfKey(key: string): { readonly since: bigint; readonly until: bigint } {
  const madeAt = timeOfUuid(key);
  return { since: firstIdSince(madeAt - NEWEST_MS), until: firstIdAfter(madeAt + OLDEST_MS) };
}
