import { expectDefined } from '@app/base';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';

export type Counter = { readonly key: string; readonly seconds: number };
export type CountedRow = { count: number; seconds_left: number };

/** Increments a counter; one whose window is over restarts. */
export async function addAttempt(tx: Tx, { key, seconds }: Counter): Promise<CountedRow> {
  const { rows } = await sql<CountedRow>`
    insert into attempt as a (key, window_start, window_end, count)
    select ${key}, t.now, t.now + ${seconds}::int * interval '1 second', 1 from (select app_now() as now) t
    on conflict (key) do update set
      count = case when a.window_end <= excluded.window_start then 1 else a.count + 1 end,
      window_end = case when a.window_end <= excluded.window_start then excluded.window_end else a.window_end end,
      window_start = case when a.window_end <= excluded.window_start then excluded.window_start else a.window_start end
    returning count, ceil(extract(epoch from window_end - app_now()))::int as seconds_left`.execute(tx);
  return expectDefined(rows[0], 'the counter');
}

/** Decrements counters one after another, in the order in which counting locks them. */
export async function removeAttempts(tx: Tx, keys: readonly string[]): Promise<void> {
  for (const key of keys) await sql`update attempt set count = greatest(count - 1, 0) where key = ${key}`.execute(tx);
}

/** Deletes counters whose window ended a day ago. */
export async function deleteOldAttempts(db: Db): Promise<void> {
  await sql`delete from attempt where window_end < app_now() - interval '1 day'`.execute(db);
}
