import type pg from 'pg';
import { CONSUMERS, LATE } from './outbox-terms.ts';
import type { Written } from './outbox-writers.ts';

export type Findings = {
  /** Told committed, and not in the table; in the table, and not told committed. */
  readonly vanished: number;
  readonly strangers: number;
  /** Over the three consumers: events never handled, handled more than once, handled though never committed. */
  readonly lost: number;
  readonly twice: number;
  readonly ghosts: number;
  readonly laidAside: number;
  /** What the control with the late cursor handled more than once. */
  readonly lateTwice: number;
};

const COUNTS = `
  with handled_by as (select consumer, event_id, count(*) as times from handled group by consumer, event_id)
  select
    (select count(*) from told t where not exists (select from outbox o where o.id = t.id)) as vanished,
    (select count(*) from outbox o where not exists (select from told t where t.id = o.id)) as strangers,
    (select count(*) from told t cross join unnest($1::text[]) as c (consumer) where not exists
       (select from handled_by h where h.consumer = c.consumer and h.event_id = t.id)) as lost,
    (select count(*) from handled_by where consumer = any($1) and times > 1) as twice,
    (select count(*) from handled h where not exists (select from told t where t.id = h.event_id)) as ghosts,
    (select count(*) from outbox_dead) as "laidAside",
    (select count(*) from handled_by where consumer = $2 and times > 1) as "lateTwice"`;

/** By our own SQL: what the writers were told, against what the table holds, against what each consumer did. */
export async function check(eye: pg.Client, { committed }: Written): Promise<Findings> {
  await eye.query('create table told (id bigint primary key)');
  await eye.query('insert into told select unnest($1::bigint[])', [committed.map(String)]);
  const { rows } = await eye.query<Record<keyof Findings, string>>(COUNTS, [[...CONSUMERS], LATE]);
  const counts = Object.entries(rows[0] ?? {}).map(([what, count]) => [what, Number(count)]);
  return Object.fromEntries(counts) as Findings; // The columns are named so.
}

/** How many consumers, the control included, still have events before them. */
export async function countBehind(eye: pg.Client): Promise<number> {
  const { rows } = await eye.query<{ behind: string }>(
    `select count(*) as behind from outbox_cursor c
      where exists (select from outbox o where (o.xid, o.id) > (c.xid, c.id))`,
  );
  return Number(rows[0]?.behind);
}
