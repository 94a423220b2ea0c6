import type { AttemptLimit } from '@app/domain/auth';
import type { Setting } from '@app/domain/reference';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { refuseWith } from '../../../platform/http/accept.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { removeAttempts } from '../code/attempt.store.ts';

/** Secret that is guessed, with its limit. */
export type Guessed = { readonly key: string; readonly limit: Setting<AttemptLimit> };

type Deps = Pick<AuthDeps, 'transact' | 'settings'>;

/** Counts and commits a guess before it is compared: however many arrive at once, no more than allowed are compared. */
export async function countTry({ transact, settings }: Deps, { key, limit }: Guessed): Promise<void> {
  const { value } = await settings.read(limit);
  const seconds = await transact(async (tx) => ((await takeTry(tx, key, value)) ? undefined : secondsLeft(tx, key)));
  if (seconds !== undefined) refuseWith('too_many_requests', { seconds: `${seconds}` });
}

/** Uncounts a right guess. */
export const giveTryBack = ({ transact }: Deps, { key }: Guessed): Promise<void> =>
  transact((tx) => removeAttempts(tx, [key]));

/**
 * Takes one of the available tries and returns whether it succeeded. Each try restarts the window, so the last one
 * locks for its full length; refused tries do not count, so that no stranger can prolong an owner's lock.
 */
async function takeTry(tx: Tx, key: string, { count, seconds }: AttemptLimit): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into attempt as a (key, window_start, window_end, count)
    select ${key}, now, now + ${seconds} * interval '1 second', 1 from (select app_now() as now) t
    on conflict (key) do update set
      count = case when a.window_end <= excluded.window_start then 1 else a.count + 1 end,
      window_start = excluded.window_start,
      window_end = excluded.window_end
    where a.count < ${count} or a.window_end <= excluded.window_start`.execute(tx);
  return numAffectedRows === 1n;
}

async function secondsLeft(tx: Tx, key: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from window_end - app_now())))::int as seconds
      from attempt where key = ${key}`.execute(tx);
  return rows[0]?.seconds ?? 1;
}
