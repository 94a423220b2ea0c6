import { expectDefined } from '@app/base';
import type { Mode } from '@app/domain/ledger';
import type { UserRole, VerificationLevel } from '@app/protocol';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Reader, Tx } from '../../../platform/db/database.ts';
import type { EndedSessions } from '../../../platform/http/caller.ts';

type NewSession = {
  readonly id: bigint;
  readonly userId: bigint;
  /** Null where the session replaces one from before devices were recorded. */
  readonly deviceId: bigint | null;
  readonly book: Mode;
  readonly ip: string;
  readonly userAgent: string;
};

/** Inserts a session. `signedInAt` is the old session's where one replaces another; otherwise it is now. */
export async function insertSession(tx: Tx, session: NewSession, signedInAt?: Date): Promise<void> {
  await sql`
    insert into session (id, user_id, device_id, book, signed_in_at, ip, user_agent)
    values (${session.id}, ${session.userId}, ${session.deviceId}, ${session.book},
            coalesce(${signedInAt ?? null}::timestamptz, app_now()), ${session.ip}, ${session.userAgent})`.execute(tx);
}

/** Values a session passes on to its replacement. */
export type Ended = { signed_in_at: Date; device_id: bigint | null };

/**
 * Ends a session of this user and its tokens, and returns what a replacement takes over; undefined when it has already
 * ended.
 */
export async function endSession(tx: Tx, id: bigint, userId: bigint): Promise<Ended | undefined> {
  const { rows } = await sql<Ended>`
    with ended as (
      update session set ended_at = app_now() where id = ${id} and user_id = ${userId} and ended_at is null
      returning id, signed_in_at, device_id),
    tokens as (
      update session_token t set ends_at = app_now() from ended e where t.session_id = e.id and t.ends_at is null)
    select signed_in_at, device_id from ended`.execute(tx);
  return rows[0];
}

/**
 * Ends every session of a user, or all but one, locking in a fixed order; returns their ids, to be published after the
 * commit.
 */
export async function endSessionsOf(tx: Tx, userId: bigint, exceptId?: bigint): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    with locked as materialized (
      select id from session
       where user_id = ${userId} and ended_at is null and id is distinct from ${exceptId ?? null}::bigint
       order by id for update),
    ended as (update session s set ended_at = app_now() from locked l where s.id = l.id),
    tokens as (
      update session_token t set ends_at = app_now() from locked l where t.session_id = l.id and t.ends_at is null)
    select id from locked`.execute(tx);
  return rows.map(({ id }) => id);
}

export type Ages = { readonly idleSeconds: number; readonly absoluteSeconds: number };

/**
 * Condition of a live session: neither ended nor too old, and its owner is not frozen. The user's row is read by a
 * scalar subquery, so that no plan scans that table.
 */
const isLive = ({ idleSeconds, absoluteSeconds }: Ages) => sql`
  s.ended_at is null
  and s.last_seen_at > c.now - ${idleSeconds} * interval '1 second'
  and s.signed_in_at > c.now - ${absoluteSeconds} * interval '1 second'
  and (select u.frozen_at from user_account u where u.id = s.user_id) is null`;

export type LiveSession = { id: bigint; user_id: bigint; book: Mode };

/** Returns which of these are still live, in one query however many they are, and how long they live unused. */
export async function findLiveSessions(
  db: Reader,
  ids: readonly bigint[],
  ages: Ages,
): Promise<(LiveSession & { ends_in_ms: number })[]> {
  const { rows } = await sql<LiveSession & { ends_in_ms: number }>`
    select s.id, s.user_id, s.book,
           extract(epoch from least(s.last_seen_at + ${ages.idleSeconds} * interval '1 second',
                                    s.signed_in_at + ${ages.absoluteSeconds} * interval '1 second') - c.now)::float8 * 1000 as ends_in_ms
      from session s, (select app_now() as now) c
     where s.id = any(${ids}::bigint[]) and ${isLive(ages)}`.execute(db);
  return rows;
}

/**
 * Finds the sessions that ended, or whose user was frozen, in transactions that an earlier snapshot did not see. The
 * oldest transaction that was running then bounds the search, so one that commits late is not missed.
 */
export async function findEndedSessions(db: Reader, since: string | undefined): Promise<EndedSessions> {
  const ended = sql`
    select s.id from session s where ${isNewSince(since, sql`s.changed_xid`)}
    union all
    select s.id from user_account u join session s on s.user_id = u.id and s.ended_at is null
     where ${isNewSince(since, sql`u.changed_xid`)} and u.frozen_at is not null`;
  return await readChanges(db, since, ended);
}

const isNewSince = (since: string | undefined, xid: RawBuilder<unknown>) => sql`
  ${xid} >= pg_snapshot_xmin(${since}::pg_snapshot) and not pg_visible_in_snapshot(${xid}, ${since}::pg_snapshot)`;

async function readChanges(
  db: Reader,
  since: string | undefined,
  changes: RawBuilder<unknown>,
): Promise<EndedSessions> {
  const { rows } = await sql<{ ids: string[]; up_to: string }>`
    select ${since === undefined ? sql`'{}'::text[]` : sql`array(${changes})::text[]`} as ids,
           pg_current_snapshot()::text as up_to`.execute(db);
  const { ids, up_to } = expectDefined(rows[0], 'a snapshot');
  return { ids: ids.map(BigInt), upTo: up_to };
}

/** Finds the sessions whose rights changed in transactions that an earlier snapshot did not see, for whatever reason. */
export async function findChangedSessions(db: Reader, since: string | undefined): Promise<EndedSessions> {
  const changed = sql`
    select s.id from session s where ${isNewSince(since, sql`s.changed_xid`)}
    union all
    select s.id from user_account u join session s on s.user_id = u.id and s.ended_at is null
     where ${isNewSince(since, sql`u.changed_xid`)}`;
  return await readChanges(db, since, changed);
}

type ListedSession = { id: bigint; ip: string; user_agent: string; signed_in_at: Date; last_seen_at: Date };

/** Lists where a user is logged in, newest first. */
export async function listSessions(tx: Reader, userId: bigint, ages: Ages): Promise<ListedSession[]> {
  const { rows } = await sql<ListedSession>`
    select s.id, s.ip, s.user_agent, s.signed_in_at, s.last_seen_at from session s, (select app_now() as now) c
     where s.user_id = ${userId} and ${isLive(ages)} order by s.id desc`.execute(tx);
  return rows;
}

export type FoundSession = LiveSession & {
  verification: VerificationLevel;
  roles: UserRole[];
  country: string | null;
  is_frozen: boolean;
  is_seen_long_ago: boolean;
  is_first_use: boolean;
  is_due: boolean;
  /** Until the token or its session ends by itself, is due for a successor, or must be recorded as used. */
  keep_ms: number;
};

/**
 * Finds the live session of a token, and what to do about it. A successor is due when the newest token is old, and
 * never for a token that was already replaced: its holder should use the newer token of the other tab.
 */
export async function findSession(
  tx: Reader,
  tokenHash: Buffer,
  ages: Ages & { readonly rotateSeconds: number },
): Promise<FoundSession | undefined> {
  const { rows } = await sql<FoundSession>`
    select s.id, s.user_id, s.book, u.verification, u.roles, u.country, u.frozen_at is not null as is_frozen,
           s.last_seen_at < c.now - interval '1 minute' as is_seen_long_ago,
           t.first_used_at is null as is_first_use,
           t.ends_at is null and newest.made_at <= c.now - ${ages.rotateSeconds} * interval '1 second' as is_due,
           extract(epoch from least(t.ends_at, s.last_seen_at + ${ages.idleSeconds} * interval '1 second',
                                    s.signed_in_at + ${ages.absoluteSeconds} * interval '1 second',
                                    greatest(s.last_seen_at, c.now - interval '1 minute') + interval '1 minute',
                                    case when t.ends_at is null then newest.made_at + ${ages.rotateSeconds} * interval '1 second' end)
                              - c.now)::float8 * 1000 as keep_ms
      from session_token t join session s on s.id = t.session_id
           cross join lateral (select max(n.made_at) as made_at from session_token n where n.session_id = s.id) newest
           cross join lateral (select verification, roles, country, frozen_at from user_account u
                                where u.id = s.user_id offset 0) u, -- One row by its key, whatever the statistics say.
           (select app_now() as now) c
     where t.token_hash = ${tokenHash} and (t.ends_at is null or t.ends_at > c.now) and ${isLive(ages)}`.execute(tx);
  return rows[0];
}

/** Records use of a session at most once a minute, however many calls arrive together. */
export async function touchSession(db: Db, id: bigint): Promise<void> {
  await sql`
    update session set last_seen_at = app_now()
     where id = ${id} and last_seen_at < app_now() - interval '1 minute'`.execute(db);
}

/** Locks a live session; false while another transaction has it locked, because its work needs doing only once. */
export async function lockLiveSession(tx: Tx, id: bigint): Promise<boolean> {
  const { rows } = await sql`
    select 1 from session where id = ${id} and ended_at is null for no key update skip locked`.execute(tx);
  return rows.length === 1;
}

const SWEPT_AT_ONCE = 10_000;

/** Deletes sessions that ended a month ago, or that were unused for longer than any session may live. */
export async function deleteOldSessions(db: Db): Promise<void> {
  await sql`
    delete from session where id in (
      select s.id from session s
       where (s.ended_at < app_now() - interval '30 days' or s.last_seen_at < app_now() - interval '400 days')
         and not exists (select from session_token t where t.session_id = s.id)
         and not exists (select from step_up u where u.session_id = s.id)
       limit ${SWEPT_AT_ONCE})`.execute(db);
}
