import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database.ts';

export type Mail = { readonly to: string; readonly subject: string; readonly text: string };

export type ClaimedMail = Mail & { readonly id: bigint; readonly tries: number };

/** Longer than any try may take: until then nobody else sends the same mail. */
const CLAIM_SECONDS = 60;
const RETRY_FIRST_SECONDS = 5;
const KEPT_DAYS = 30;

/** Queues a mail in the transaction that makes it necessary: both happen, or neither. */
export async function queueMail(tx: Tx, { to, subject, text }: Mail): Promise<void> {
  await sql`insert into mail_job (recipient, subject, body) values (${to}, ${subject}, ${text})`.execute(tx);
}

/** Takes the longest-due mails. A claim that nobody ends runs out by itself. */
export async function claimDue(db: Db, count: number): Promise<ClaimedMail[]> {
  const { rows } = await sql<ClaimedMail>`
    with due as materialized (
      select id from mail_job where sent_at is null and refused_at is null and due_at <= app_now()
       order by due_at limit ${count} for update skip locked)
    update mail_job m set tries = tries + 1, due_at = app_now() + ${CLAIM_SECONDS} * interval '1 second'
      from due where m.id = due.id
    returning m.id, recipient as to, subject, body as text, tries`.execute(db);
  return rows;
}

export async function markSent(db: Db, id: bigint): Promise<void> {
  await sql`update mail_job set sent_at = app_now(), body = '', error = null where id = ${id}`.execute(db);
}

export async function markRefused(db: Db, id: bigint, error: string): Promise<void> {
  await sql`update mail_job set refused_at = app_now(), body = '', error = ${error} where id = ${id}`.execute(db);
}

export async function postpone(db: Db, { id, tries }: ClaimedMail, error: string): Promise<void> {
  await sql`
    update mail_job set error = ${error}, due_at = app_now() +
           least(interval '1 hour', ${RETRY_FIRST_SECONDS} * interval '1 second' * 2 ^ least(${tries}::int - 1, 12))
     where id = ${id}`.execute(db);
}

/** What has ended is kept for questions, then forgotten; what has not ended is never touched. */
export async function deleteOld(db: Db): Promise<bigint> {
  const { numAffectedRows = 0n } = await sql`
    delete from mail_job where created_at < app_now() - ${KEPT_DAYS} * interval '1 day'
       and (sent_at is not null or refused_at is not null)`.execute(db);
  return numAffectedRows;
}
