import type { CaseLevel, DocumentType, Picture, Verdict } from '@app/domain/kyc';
import { sql } from 'kysely';
import type { Db, Reader, Tx } from '../../../platform/db/database.ts';

/** Longer than any attempt may take: until then no other worker sends the same case. Doubled after each try, to an hour. */
const RETRY_FIRST_SECONDS = 30;

/** Notes that a case is to be sent; false if it was noted before. */
export async function insertAnnouncement(tx: Tx, caseId: bigint): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into kyc_announcement (case_id) values (${caseId}) on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

export type DueCase = {
  readonly id: bigint;
  readonly reference: string;
  readonly tries: number;
  readonly user_id: bigint;
  readonly level: CaseLevel;
  readonly document: DocumentType;
  readonly nationality: string | null;
  /** Whether anybody still has to decide it. */
  readonly is_open: boolean;
};

/** Claims the case that has been due for the longest time. An unfinished claim ends by itself. */
export async function claimDue(db: Db): Promise<DueCase | undefined> {
  const { rows } = await sql<DueCase>`
    with due as materialized (
      select case_id from kyc_announcement where due_at <= app_now() order by due_at limit 1 for update skip locked)
    update kyc_announcement a set tries = a.tries + 1,
           due_at = app_now() + least(interval '1 hour', ${RETRY_FIRST_SECONDS} * interval '1 second' * 2 ^ least(a.tries, 12))
      from due, kyc_case c, user_account u where a.case_id = due.case_id and c.id = due.case_id and u.id = c.user_id
    returning c.id, a.reference, a.tries, c.user_id, c.level, c.document, c.nationality,
              c.state = 'under_review' and u.closed_at is null as is_open`.execute(db);
  return rows[0];
}

export const noteFailure = (db: Db, caseId: bigint, error: string) =>
  sql`update kyc_announcement set error = ${error} where case_id = ${caseId}`.execute(db);

/** Ends the tries: the provider has the case, or nobody needs its answer any more. */
export const endTries = (tx: Tx, caseId: bigint, isSent: boolean) =>
  sql`
    update kyc_announcement set due_at = null, error = null, sent_at = case when ${isSent} then app_now() end
     where case_id = ${caseId}`.execute(tx);

export type PictureOfCase = { readonly part: Picture; readonly fileId: string };

export async function findPictures(reader: Reader, caseId: bigint): Promise<readonly PictureOfCase[]> {
  const { rows } = await sql<PictureOfCase>`
    select part, file_id as "fileId" from kyc_picture where case_id = ${caseId} order by part`.execute(reader);
  return rows;
}

export type NewVerdict = {
  /** Id that the provider gave its message. */
  readonly eventId: string;
  readonly bodyHash: Buffer;
  readonly reference: string;
  readonly verdict: Verdict;
  readonly reasons: readonly string[];
};

export type Received = 'recorded' | 'late' | 'unknown' | 'conflict' | 'wrong_reasons' | 'too_many';

/** The database counts a message once and decides what it may do: add a recommendation. */
export async function recommend(tx: Tx, it: NewVerdict): Promise<Received | undefined> {
  const { rows } = await sql<{ received: Received }>`
    select kyc_recommend(${it.eventId}, ${it.bodyHash}, ${it.reference}, ${it.verdict}, ${it.reasons}::text[]) as received`.execute(
    tx,
  );
  return rows[0]?.received;
}
