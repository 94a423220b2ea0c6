import type { Book } from '@app/domain/ledger';
import { sql } from 'kysely';
import type { Db, Reader, Tx } from '../../platform/database.ts';

export type NewSession = {
  readonly id: bigint;
  readonly userId: bigint;
  readonly tokenHash: Buffer;
  readonly book: Book;
  readonly ip: string;
  readonly userAgent: string;
};
export type FoundSession = { id: bigint; user_id: bigint; book: Book; is_seen_long_ago: boolean };

/** `signedInAt` is the old session's where one follows another; otherwise it is now. */
export async function insertSession(tx: Tx, session: NewSession, signedInAt?: Date): Promise<void> {
  await sql`
    insert into session (id, user_id, token_hash, book, signed_in_at, ip, user_agent)
    values (${session.id}, ${session.userId}, ${session.tokenHash}, ${session.book},
            coalesce(${signedInAt ?? null}::timestamptz, app_now()), ${session.ip}, ${session.userAgent})`.execute(tx);
}

/** Ends a session of this user and says when its password was given; nothing when it has already ended. */
export async function endSession(tx: Tx, id: bigint, userId: bigint): Promise<Date | undefined> {
  const { rows } = await sql<{ signed_in_at: Date }>`
    update session set ended_at = app_now() where id = ${id} and user_id = ${userId} and ended_at is null
    returning signed_in_at`.execute(tx);
  return rows[0]?.signed_in_at;
}

export type Ages = { readonly idleSeconds: number; readonly absoluteSeconds: number };

export async function findSession(tx: Reader, tokenHash: Buffer, ages: Ages): Promise<FoundSession | undefined> {
  const { rows } = await sql<FoundSession>`
    select id, user_id, book, last_seen_at < app_now() - interval '1 minute' as is_seen_long_ago from session
     where token_hash = ${tokenHash} and ended_at is null
       and last_seen_at > app_now() - ${ages.idleSeconds} * interval '1 second'
       and signed_in_at > app_now() - ${ages.absoluteSeconds} * interval '1 second'`.execute(tx);
  return rows[0];
}

/** At most once a minute, however many calls arrive together. */
export async function touchSession(db: Db, id: bigint): Promise<void> {
  await sql`
    update session set last_seen_at = app_now()
     where id = ${id} and last_seen_at < app_now() - interval '1 minute'`.execute(db);
}
