import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '@app/server/platform/db/database';
import { setTimer } from '@app/server/platform/db/timer';
import { transactOn } from '@app/server/platform/db/transact';
import { openLog } from '@app/server/platform/process/log';
import { sql } from 'kysely';
import type pg from 'pg';
import { countWrongs } from '../rig.ts';

/**
 * Creates what the rig knows, apart from the product's table: `planned` has every timer with its time, `fired` what the
 * effects did. `fired` has no unique constraint: it must record doubles, not refuse them.
 */
export async function prepare(eye: pg.Client): Promise<void> {
  await eye.query(`
    create table planned (kind text, ref text, due_at timestamptz, sound_from timestamptz, primary key (kind, ref));
    create table fired (kind text, ref text, worker int, ran_at timestamptz not null default clock_timestamp());
    grant select, insert on planned to app, worker;
    grant insert on fired to worker`);
}

/** Number of timers that are due at once and of those far away, and when the first are due. */
export type Crowd = { readonly due: number; readonly future: number; readonly inMs: number };

/** Sets the timers, and returns when they are due. One in a hundred fails for a while. */
export async function planCrowd(eye: pg.Client, { due, future, inMs }: Crowd): Promise<void> {
  await eye.query(
    `insert into timer (kind, ref, due_at) select 'bulk', 'future-' || n, now() + interval '1 year' + n * interval '1 second'
       from generate_series(1, $1::int) n`,
    [future],
  );
  await eye.query(
    `insert into planned
     select case when n % 100 = 0 then 'shaky' else 'bulk' end, n, clock.at,
            clock.at + case when n % 100 = 0 then (n % 700) * interval '1 millisecond' else interval '0' end
       from generate_series(1, $1::int) n, (select clock_timestamp() + $2 * interval '1 millisecond' as at) clock`,
    [due, inMs],
  );
  await eye.query(`insert into timer (kind, ref, due_at) select kind, ref, due_at from planned where kind <> 'near'`);
  const { rows } = await eye.query<{ left_ms: number }>(
    `select (extract(epoch from max(due_at) - clock_timestamp()) * 1000)::float8 as left_ms from planned where kind = 'bulk'`,
  );
  const leftMs = rows[0]?.left_ms ?? 0;
  await pause(Math.max(0, leftMs));
}

const EVERY_MS = 8;
const AHEAD_MS_MAX = 1_200;

/** Sets timers for the near future, as products do while the workers run, until `isOver`. */
export async function setNearTimers(url: string, isOver: () => boolean, below: (end: number) => number): Promise<void> {
  const { db, close } = openDatabase({ url, connectionsMax: 2 }, openLog('timers-rig', 'silent'));
  const transact = transactOn(db);
  try {
    for (let n = 0; !isOver(); n++) {
      const ref = `near-${n}`;
      await transact(async (tx) => {
        const { rows } = await sql<{ due_at: Date }>`
          insert into planned values ('near', ${ref}, date_trunc('milliseconds', clock_timestamp())
            + ${below(AHEAD_MS_MAX)} * interval '1 millisecond') returning due_at`.execute(tx);
        const [row] = rows;
        if (row !== undefined) await setTimer(tx, { kind: 'near', ref }, row.due_at);
      });
      await pause(EVERY_MS);
    }
  } finally {
    await close();
  }
}

/** Wrong rows, each found by a query that knows nothing of the product. */
const WRONGS = {
  twice: `select from fired group by kind, ref having count(*) > 1`,
  early: `select from fired f join planned p using (kind, ref) where f.ran_at < p.due_at`,
  lost: `select from planned p where not exists (select from fired f where f.kind = p.kind and f.ref = p.ref)`,
  unplanned: `select from fired f where not exists (select from planned p where f.kind = p.kind and f.ref = p.ref)`,
  left: `select from timer t where due_at < now() + interval '1 month'`,
};
export type Wrong = keyof typeof WRONGS;

export const findWrongs = (eye: pg.Client): Promise<ReadonlyMap<string, number>> => countWrongs(eye, WRONGS);

export const countWrong = async (eye: pg.Client, wrong: Wrong): Promise<number> =>
  (await countWrongs(eye, { [wrong]: WRONGS[wrong] })).get(wrong) ?? 0;

export type Lateness = { readonly kind: string; readonly count: number; readonly text: string };

/** How late the effects of each kind were. */
export async function readLateness(eye: pg.Client): Promise<readonly Lateness[]> {
  const { rows } = await eye.query<{ kind: string; count: string; p50: number; p99: number; last: number }>(
    `select kind, count(*), percentile_cont(0.5) within group (order by late) as p50,
            percentile_cont(0.99) within group (order by late) as p99, max(late) as last
       from (select kind, extract(epoch from f.ran_at - p.due_at) * 1000 as late from fired f join planned p using (kind, ref)) l
      group by kind order by kind`,
  );
  return rows.map(({ kind, count, p50, p99, last }) => {
    const [half, most, all] = [p50, p99, last].map((ms) => Math.round(ms));
    return { kind, count: Number(count), text: `p50 ${half} ms, p99 ${most} ms, last ${all} ms` };
  });
}

/** Effects of the crowd in a second, from the first to the last. */
export async function readThroughput(eye: pg.Client): Promise<number> {
  const { rows } = await eye.query<{ rate: string }>(
    `select count(*) / extract(epoch from max(ran_at) - min(ran_at)) as rate from fired where kind = 'bulk'`,
  );
  return Number(rows[0]?.rate);
}
