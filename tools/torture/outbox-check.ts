import type pg from 'pg';
import { CONSUMERS, LATE } from './outbox-terms.ts';
import type { Written } from './outbox-writers.ts';

export type Findings = {
  /** Acknowledged as committed but not in the table; in the table but not acknowledged. */
  readonly vanished: number;
  readonly strangers: number;
  /** Over the three consumers: events never handled, handled more than once, handled but never committed. */
  readonly lost: number;
  readonly twice: number;
  readonly ghosts: number;
  readonly laidAside: number;
  /** Events the control with the late cursor handled more than once. */
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

/** Compares acknowledged events, the table, and each consumer's handled events, in independent SQL. */
export async function check(eye: pg.Client, { committed }: Written): Promise<Findings> {
  await eye.query('create table told (id bigint primary key)');
  await eye.query('insert into told select unnest($1::bigint[])', [committed.map(String)]);
  const { rows } = await eye.query<Record<keyof Findings, string>>(COUNTS, [[...CONSUMERS], LATE]);
  const counts = Object.entries(rows[0] ?? {}).map(([what, count]) => [what, Number(count)]);
  return Object.fromEntries(counts) as Findings; // The columns match.
}

/** Returns how many consumers, including the control, still have unhandled events. */
export async function countBehind(eye: pg.Client): Promise<number> {
  const { rows } = await eye.query<{ behind: string }>(
    `select count(*) as behind from outbox_cursor c
      where exists (select from outbox o where (o.xid, o.id) > (c.xid, c.id))`,
  );
  return Number(rows[0]?.behind);
}
