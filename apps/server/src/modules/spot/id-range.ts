import { type TimeOrderedId, timeOfId } from '@app/base';
import { firstIdSince } from '../../platform/db/id-range.ts';

/** Returns the time at which an order or a fill was made, by its writer's clock. */
export const timeOf = (id: bigint): number => timeOfId(id as TimeOrderedId); // Orders and fills have such ids.

/** Returns a lower bound of the ids of a user's orders and fills: none is older than the user, whose id has a time, too. */
export const firstIdOf = (userId: bigint): bigint => firstIdSince(timeOf(userId));

export const LAST_ID = 2n ** 63n - 1n;

const WEEK_MS = 7 * 86_400_000;
/** How far back a page is looked for, in turn: most are in the last weeks, and each week is a partition. */
const SEARCHED_MS = [WEEK_MS, 8 * WEEK_MS] as const;

type Search = { readonly from?: bigint; readonly until: bigint; readonly enough: number };

/**
 * Finds the newest rows behind an id: in a short time before it, and in a longer one while there are not enough. `find`
 * must return every row since an id, or as many as are enough.
 */
export async function searchBack<Found>(
  { from = 0n, until, enough }: Search,
  find: (since: bigint) => Promise<readonly Found[]>,
): Promise<readonly Found[]> {
  const untilMs = Math.min(timeOf(until), Date.now());
  for (const backMs of SEARCHED_MS) {
    const since = firstIdSince(untilMs - backMs);
    if (since <= from) break;
    const found = await find(since);
    if (found.length >= enough) return found;
  }
  return await find(from);
}
