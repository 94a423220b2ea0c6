import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

export type Mail = { readonly to: string; readonly subject: string; readonly text: string };
/** A text message; `to` is the number with its area code, digits only. */
export type Sms = { readonly to: string; readonly text: string };

export type MessageChannel = 'mail' | 'sms';
export type ClaimedMessage = Mail & { readonly id: bigint; readonly tries: number };

/** Longer than any attempt may take: until then no other worker sends the same message. */
const CLAIM_SECONDS = 60;
const RETRY_FIRST_SECONDS = 5;
const KEPT_DAYS = 30;

/** Queues a mail in the transaction that makes it necessary: both commit, or neither. */
export async function queueMail(tx: Tx, { to, subject, text }: Mail): Promise<void> {
  await sql`insert into message_job (recipient, subject, body) values (${to}, ${subject}, ${text})`.execute(tx);
}

/** Queues a text message to a phone, in the same way. */
export async function queueSms(tx: Tx, { to, text }: Sms): Promise<void> {
  await sql`
    insert into message_job (channel, recipient, subject, body) values ('sms', ${to}, '', ${text})`.execute(tx);
}

/** Claims the longest-due messages of a channel. An unfinished claim expires by itself. */
export async function claimDue(db: Db, channel: MessageChannel, count: number): Promise<ClaimedMessage[]> {
  const { rows } = await sql<ClaimedMessage>`
    with due as materialized (
      select id from message_job where channel = ${channel} and sent_at is null and refused_at is null and due_at <= app_now()
       order by due_at limit ${count} for update skip locked)
    update message_job m set tries = tries + 1, due_at = app_now() + ${CLAIM_SECONDS} * interval '1 second'
      from due where m.id = due.id
    returning m.id, recipient as to, subject, body as text, tries`.execute(db);
  return rows;
}

export async function markSent(db: Db, id: bigint): Promise<void> {
  await sql`update message_job set sent_at = app_now(), body = '', error = null where id = ${id}`.execute(db);
}

export async function markRefused(db: Db, id: bigint, error: string): Promise<void> {
  await sql`update message_job set refused_at = app_now(), body = '', error = ${error} where id = ${id}`.execute(db);
}

export async function postpone(db: Db, { id, tries }: ClaimedMessage, error: string): Promise<void> {
  await sql`
    update message_job set error = ${error}, due_at = app_now() +
           least(interval '1 hour', ${RETRY_FIRST_SECONDS} * interval '1 second' * 2 ^ least(${tries}::int - 1, 12))
     where id = ${id}`.execute(db);
}

/** Counts the messages that were not sent yet, by channel, also those that wait for their next attempt. */
export async function countUnsent(db: Db): Promise<{ channel: MessageChannel; count: bigint }[]> {
  const { rows } = await sql<{ channel: MessageChannel; count: bigint }>`
    select channel, count(*) from message_job where sent_at is null and refused_at is null group by channel`.execute(
    db,
  );
  return rows;
}

/** Deletes finished messages after a retention period for support questions; never touches unfinished ones. */
export async function deleteOld(db: Db): Promise<bigint> {
  const { numAffectedRows = 0n } = await sql`
    delete from message_job where created_at < app_now() - ${KEPT_DAYS} * interval '1 day'
       and (sent_at is not null or refused_at is not null)`.execute(db);
  return numAffectedRows;
}
