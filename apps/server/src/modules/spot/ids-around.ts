import { firstIdAt, ID_EPOCH_MS, type TimeOrderedId, timeOfId } from '@app/base';

/** The clocks of two writers are apart by less than this: what came later may have the smaller id, by no more. */
const CLOCKS_APART_MS = 3_600_000;
const LAST_MS = timeOfId((2n ** 63n - 1n) as TimeOrderedId); // The largest there can be.

const idAt = (timeMs: number): bigint => firstIdAt(Math.min(Math.max(timeMs, ID_EPOCH_MS), LAST_MS));

/** No id of this moment or later is smaller, whoever made it: partitions before it need no look. */
export const firstIdSince = (timeMs: number): bigint => idAt(timeMs - CLOCKS_APART_MS);

/** No id of this moment or earlier is as large. */
export const firstIdAfter = (timeMs: number): bigint => idAt(timeMs + CLOCKS_APART_MS);

/** When an order or a fill was made, as far as its writer's clock knew. */
export const timeOf = (id: bigint): number => timeOfId(id as TimeOrderedId); // Orders and fills have such ids.
