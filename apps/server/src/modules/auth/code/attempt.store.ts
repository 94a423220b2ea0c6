import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database.ts';

export type Counter = { readonly key: string; readonly seconds: number };
export type CountedRow = { key: string; count: number; seconds_left: number };

/** Adds one to each counter; one whose window is over begins again. Sorted, so that two callers never wait crosswise. */
export async function addAttempts(tx: Tx, counters: readonly Counter[]): Promise<CountedRow[]> {
  const { rows } = await sql<CountedRow>`
    insert into attempt as a (key, window_start, window_end, count)
    select n.key, t.now, t.now + n.seconds * interval '1 second', 1
      from unnest(${counters.map(({ key }) => key)}::text[], ${counters.map(({ seconds }) => seconds)}::int[])
        as n (key, seconds), (select app_now() as now) t order by n.key
    on conflict (key) do update set
      count = case when a.window_end <= excluded.window_start then 1 else a.count + 1 end,
      window_end = case when a.window_end <= excluded.window_start then excluded.window_end else a.window_end end,
      window_start = case when a.window_end <= excluded.window_start then excluded.window_start else a.window_start end
    returning key, count, ceil(extract(epoch from window_end - app_now()))::int as seconds_left`.execute(tx);
  return rows;
}

/** Takes one from each counter again, in the same order of locks. */
export async function removeAttempts(tx: Tx, keys: readonly string[]): Promise<void> {
  await sql`
    with locked as materialized (select key from attempt where key = any(${keys}) order by key for update)
    update attempt a set count = greatest(a.count - 1, 0) from locked l where a.key = l.key`.execute(tx);
}

/** Windows that ended a day ago count nothing any more. */
export async function deleteOldAttempts(db: Db): Promise<void> {
  await sql`delete from attempt where window_end < app_now() - interval '1 day'`.execute(db);
}
