import { firstIdAt, ID_EPOCH_MS, type TimeOrderedId, timeOfId } from '@app/base';

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

/** Returns the time at which an order or a fill was made, by its writer's clock. */
export const timeOf = (id: bigint): number => timeOfId(id as TimeOrderedId); // Orders and fills have such ids.
