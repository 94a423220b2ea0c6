import { sql } from 'kysely';
import type { Db, Reader, Tx } from './database.ts';

/** Future event with business meaning: a settlement, an expiry, a maturity. */
export type Timer = { readonly kind: string; readonly ref: string };

/** Timer whose time has come; an effect that failed before still gets the time it was first due. */
export type DueTimer = { readonly ref: string; readonly dueAt: Date };

/** Sets a timer in the transaction that requires it. The same (kind, ref) again reschedules it. */
export const setTimer = (tx: Tx, timer: Timer, dueAt: Date): Promise<void> => setTimers(tx, [{ ...timer, dueAt }]);

/** Sets many timers in one statement, in key order, so that two transactions that set the same ones cannot deadlock. */
export async function setTimers(tx: Tx, timers: readonly (Timer & { readonly dueAt: Date })[]): Promise<void> {
  await sql`
    insert into timer (kind, ref, due_at)
    select kind, ref, due_at
      from unnest(${timers.map(({ kind }) => kind)}::text[], ${timers.map(({ ref }) => ref)}::text[],
                  ${timers.map(({ dueAt }) => dueAt)}::timestamptz[]) as n (kind, ref, due_at)
     order by kind, ref
    on conflict (kind, ref) do update
       set due_at = excluded.due_at, retry_at = null, failures = 0, error = null`.execute(tx);
}

/** Cancels a timer. False: there is none, because its effect has run or it was never set. */
export async function cancelTimer(tx: Tx, timer: Timer): Promise<boolean> {
  const { rows } = await sql`
    delete from timer where kind = ${timer.kind} and ref = ${timer.ref} returning ref`.execute(tx);
  return rows.length > 0;
}

/** Timers taken by this transaction, and the database's time. */
export type Claim = { readonly timers: readonly DueTimer[]; readonly at: Date };

type ClaimedRow = { ref: string; due_at: Date; now: Date };

/**
 * Takes the longest-due timers of one kind: reading, locking and ending them is one statement, so that an effect may set
 * its own timer again. A rollback restores them. Rows that another process has locked are skipped, and so is one that was
 * rescheduled in the meantime. The time is read once, before the index is searched: compared row by row with a volatile
 * function, an idle round would visit every future timer.
 */
export async function claimDue(tx: Tx, kind: string, limit: number): Promise<Claim> {
  const { rows } = await sql<ClaimedRow>`
    with moment as materialized (select app_now() as now),
    due as materialized (
      select ctid as place from timer
       where kind = ${kind} and coalesce(retry_at, due_at) <= (select now from moment)
       order by coalesce(retry_at, due_at) limit ${limit} for update skip locked)
    delete from timer where ctid = any (array(select place from due))
    returning ref, due_at, (select now from moment) as now`.execute(tx);
  return toClaim(rows);
}

/** Takes those of the named timers that are still due and that no other process has locked. */
export async function claimAgain(tx: Tx, kind: string, refs: readonly string[]): Promise<Claim> {
  const { rows } = await sql<ClaimedRow>`
    with moment as materialized (select app_now() as now),
    due as materialized (
      select ctid as place from timer
       where kind = ${kind} and ref = any (${[...refs]}::text[]) and coalesce(retry_at, due_at) <= (select now from moment)
         for update skip locked)
    delete from timer where ctid = any (array(select place from due))
    returning ref, due_at, (select now from moment) as now`.execute(tx);
  return toClaim(rows);
}

function toClaim(rows: readonly ClaimedRow[]): Claim {
  const timers = rows.map(({ ref, due_at }) => ({ ref, dueAt: due_at }));
  timers.sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
  return { timers, at: rows[0]?.now ?? new Date(0) };
}

/** Delay before a failed effect is retried, doubled each time, at most an hour apart; it is never dropped. */
const RETRY_FIRST_SECONDS = 1;

/** Notes a failure. A timer that was rescheduled or ended meanwhile is no longer due, and stays as it is. */
export async function postpone(tx: Tx, timer: Timer, error: string): Promise<void> {
  await sql`
    update timer set failures = failures + 1, error = ${error},
           retry_at = app_now() + least(interval '1 hour', ${RETRY_FIRST_SECONDS} * interval '1 second' * 2 ^ least(failures, 12))
     where kind = ${timer.kind} and ref = ${timer.ref} and coalesce(retry_at, due_at) <= app_now()`.execute(tx);
}

/** Milliseconds until the next timer of each kind is due, by the database's clock; zero or less if one is due now. */
export async function readNextDue(db: Reader, kinds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ kind: string; in_ms: number }>`
    select k.kind, (extract(epoch from next.at - app_now()) * 1000)::float8 as in_ms
      from unnest(${[...kinds]}::text[]) as k (kind) cross join lateral (
        select coalesce(retry_at, due_at) as at from timer t
         where t.kind = k.kind order by coalesce(retry_at, due_at) limit 1) next`.execute(db);
  return new Map(rows.map(({ kind, in_ms }) => [kind, in_ms]));
}

/** Timers of one kind that have not run although their time has come. */
export type Backlog = {
  readonly kind: string;
  /** Number that are due now, counted up to 100,000. */
  readonly due: number;
  /** Number whose effect has failed at least once, due now or waiting for their retry. */
  readonly failing: number;
  /** How late the oldest of both is. */
  readonly lateSeconds: number;
  /** Most failures of one timer, and an error of that kind. */
  readonly failuresMax: number;
  readonly error: string | null;
};

const COUNTED_MAX = 100_000;

/** Reads the backlog of every kind in the table, also of kinds that this version does not know. Scans no future timer. */
export const readBacklog = (db: Db): Promise<readonly Backlog[]> =>
  db.transaction().execute(async (tx) => {
    await sql`set local jit = off`.execute(tx); // Compiling takes ten times as long as the query.
    return (await selectBacklog(tx)).rows;
  });

const selectBacklog = (tx: Tx) =>
  sql<Backlog>`
    with recursive moment as materialized (select app_now() as now),
    found as (
      (select kind from timer order by kind limit 1)
      union all
      select (select t.kind from timer t where t.kind > f.kind order by t.kind limit 1) from found f where f.kind is not null)
    select f.kind, d.due, x.failing, coalesce(x.failures, 0) as "failuresMax", x.error,
           coalesce(extract(epoch from greatest(m.now - least(d.oldest, x.oldest), interval '0')), 0)::float8 as "lateSeconds"
      from found f cross join moment m
     cross join lateral (
       select count(*)::int as due, min(due_at) as oldest
         from (select due_at from timer t where t.kind = f.kind and coalesce(retry_at, due_at) <= m.now
                order by coalesce(retry_at, due_at) limit ${COUNTED_MAX}) oldest_due) d
     cross join lateral (
       select count(*)::int as failing, min(due_at) as oldest, max(failures) as failures,
              (array_agg(error order by failures desc))[1] as error
         from (select due_at, failures, error from timer t where t.kind = f.kind and failures > 0
                order by due_at limit ${COUNTED_MAX}) oldest_failed) x
     where f.kind is not null and d.due + x.failing > 0`.execute(tx);
