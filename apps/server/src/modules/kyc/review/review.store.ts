import type {
  CaseLevel,
  CaseState,
  DocumentType,
  Outcome,
  Picture,
  RECORDED_OUTCOMES,
  RejectionReason,
  Verdict,
} from '@app/domain/kyc';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/db/database.ts';
import type { Sealed } from '../../../platform/process/key-ring.ts';

/** A member of staff with a live session. The database finds out who it is by the hash of the session's token. */
export type Reviewer = { readonly staffId: bigint; readonly tokenHash: Buffer };

/** Returns the id of the case that this member of staff now holds; undefined if none waits. */
export async function claimNext(tx: Tx, { tokenHash }: Reviewer, minutes: number): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint | null }>`
    select desk_claim_next(${tokenHash}, ${minutes}) as id`.execute(tx);
  return rows[0]?.id ?? undefined;
}

export async function release(tx: Tx, caseId: bigint, { tokenHash }: Reviewer): Promise<boolean> {
  const { rows } = await sql<{ released: boolean }>`select desk_release(${tokenHash}, ${caseId}) as released`.execute(
    tx,
  );
  return rows[0]?.released === true;
}

/** A case in a list, without anything its owner typed. */
export type CaseRow = {
  readonly id: bigint;
  readonly user_id: bigint;
  readonly level: CaseLevel;
  readonly document: DocumentType;
  readonly state: CaseState;
  readonly submitted_at: Date;
  readonly decided_at: Date | null;
  /** Who holds it now, and until when. */
  readonly held_by: bigint | null;
  readonly held_until: Date | null;
  /** How often documents for this level were sent, this time included. */
  readonly attempt: number;
};

export type ReviewRow = CaseRow & {
  readonly nationality: string | null;
  /** Rejected, not erased, and the last case of its level: two people may override the rejection. */
  readonly may_be_overridden: boolean;
  readonly now: Date;
};

const listed = sql`
  c.id, c.user_id, c.level, c.document, c.state, c.submitted_at, c.decided_at,
  case when c.claimed_until > app_now() then c.claimed_by end as held_by,
  case when c.claimed_until > app_now() then c.claimed_until end as held_until,
  (select count(*) from kyc_case e where e.user_id = c.user_id and e.level = c.level and e.id <= c.id)::int as attempt`;

export async function findCase(tx: Reader, caseId: bigint): Promise<ReviewRow | undefined> {
  const { rows } = await sql<ReviewRow>`
    select ${listed}, c.nationality, app_now() as now,
           c.state = 'rejected' and c.erased_at is null and not exists (
             select from kyc_case l where l.user_id = c.user_id and l.level = c.level and l.id > c.id) as may_be_overridden
      from kyc_case c where c.id = ${caseId}`.execute(tx);
  return rows[0];
}

type Page = { readonly after: bigint | undefined; readonly limit: number };

/** Lists cases that wait, oldest first, after the one named. Those of closed accounts are nobody's work. */
export async function findWaiting(reader: Reader, { after, limit }: Page): Promise<readonly CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    select ${listed} from kyc_case c
     where c.state = 'under_review'
       and (${after ?? null}::bigint is null
            or (c.submitted_at, c.id) > (select l.submitted_at, l.id from kyc_case l where l.id = ${after ?? null}))
       and not exists (select from user_account u where u.id = c.user_id and u.closed_at is not null)
     order by c.submitted_at, c.id limit ${limit}`.execute(reader);
  return rows;
}

/** Lists rejected cases whose documents are kept, newest first, after the one named. */
export async function findRejected(reader: Reader, { after, limit }: Page): Promise<readonly CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    select ${listed} from kyc_case c
     where c.state = 'rejected' and c.erased_at is null
       and (${after ?? null}::bigint is null
            or (c.decided_at, c.id) < (select l.decided_at, l.id from kyc_case l where l.id = ${after ?? null}))
     order by c.decided_at desc, c.id desc limit ${limit}`.execute(reader);
  return rows;
}

/** What waits for one level. */
export type QueueRow = {
  readonly level: CaseLevel;
  readonly waiting: number;
  /** Ids of those who hold one. */
  readonly holders: readonly string[];
  readonly oldest_at: Date;
};

export async function countWaiting(reader: Reader): Promise<readonly QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select c.level, count(*)::int as waiting, min(c.submitted_at) as oldest_at,
           coalesce(array_agg(c.claimed_by::text) filter (where c.claimed_until > app_now()), '{}') as holders
      from kyc_case c
     where c.state = 'under_review' and not exists (select from user_account u where u.id = c.user_id and u.closed_at is not null)
     group by c.level order by c.level`.execute(reader);
  return rows;
}

/** Lists every case of a user, oldest first. */
export async function findHistory(
  reader: Reader,
  userId: bigint,
): Promise<readonly Pick<CaseRow, 'id' | 'level' | 'state' | 'submitted_at'>[]> {
  const { rows } = await sql<Pick<CaseRow, 'id' | 'level' | 'state' | 'submitted_at'>>`
    select id, level, state, submitted_at from kyc_case where user_id = ${userId} order by id`.execute(reader);
  return rows;
}

/** Finds the file of one picture of a case. */
export async function findPictureFile(reader: Reader, caseId: bigint, part: Picture): Promise<string | undefined> {
  const { rows } = await sql<{ file_id: string }>`
    select file_id from kyc_picture where case_id = ${caseId} and part = ${part}`.execute(reader);
  return rows[0]?.file_id;
}

/** Records that staff reads the case. */
export async function viewCase(tx: Tx, caseId: bigint, { tokenHash }: Reviewer): Promise<void> {
  await sql`select desk_view_case(${tokenHash}, ${caseId})`.execute(tx);
}

/** Returns the sealed details of a case that staff was recorded to read; undefined once they are erased. */
export async function openCase(tx: Tx, caseId: bigint, { tokenHash }: Reviewer): Promise<Sealed | undefined> {
  const { rows } = await sql<{ key_id: string; sealed: Buffer }>`
    select key_id, sealed from desk_open_case(${tokenHash}, ${caseId})`.execute(tx);
  const [row] = rows;
  return row && { keyId: row.key_id, sealed: row.sealed };
}

export type PictureRow = {
  readonly part: Picture;
  readonly file_id: string;
  readonly width: number;
  readonly height: number;
  readonly sha256: Buffer;
  readonly created_at: Date;
};

export async function findPictures(tx: Reader, caseId: bigint): Promise<readonly PictureRow[]> {
  const { rows } = await sql<PictureRow>`
    select p.part, p.file_id, f.width, f.height, f.sha256, f.created_at from kyc_picture p join media_file f on f.id = p.file_id
     where p.case_id = ${caseId} order by p.part`.execute(tx);
  return rows;
}

export type DecisionRow = {
  readonly case_id: bigint;
  readonly outcome: (typeof RECORDED_OUTCOMES)[number];
  readonly reasons: readonly RejectionReason[];
  readonly staff_id: bigint | null;
  /** The second person of an override. */
  readonly confirmed_by: bigint | null;
  readonly at: Date;
};

/** Lists what was decided about the cases of a user, oldest first. */
export async function findDecisions(tx: Reader, userId: bigint): Promise<readonly DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`
    select d.case_id, d.outcome, d.reasons, d.staff_id, d.confirmed_by, d.at from kyc_decision d join kyc_case c on c.id = d.case_id
     where c.user_id = ${userId} order by d.id`.execute(tx);
  return rows;
}

/** What the identity provider recommended; it decides nothing. */
export type RecommendationRow = {
  readonly verdict: Verdict;
  readonly reasons: readonly string[];
  /** It came after the decision. */
  readonly is_late: boolean;
  readonly at: Date;
};

/** Lists the recommendations about a case, oldest first. */
export async function findRecommendations(tx: Reader, caseId: bigint): Promise<readonly RecommendationRow[]> {
  const { rows } = await sql<RecommendationRow>`
    select verdict, reasons, is_late, at from kyc_verdict where case_id = ${caseId} order by at, event_id`.execute(tx);
  return rows;
}

/** A case of another user with the same document or picture. */
export type DuplicateRow = {
  readonly case_id: bigint;
  readonly user_id: bigint;
  readonly state: CaseState;
  readonly same: 'number' | Picture;
};

export async function findSameNumber(
  tx: Reader,
  userId: bigint,
  hashes: readonly Buffer[],
): Promise<readonly DuplicateRow[]> {
  const { rows } = await sql<DuplicateRow>`
    select id as case_id, user_id, state, 'number' as same from kyc_case
     where number_hash = any(${hashes}::bytea[]) and user_id <> ${userId} order by id`.execute(tx);
  return rows;
}

/** Finds the pictures of other users that are the same file, by the hashes that each picture has under every key. */
export async function findSamePictures(
  tx: Reader,
  userId: bigint,
  hashes: readonly Buffer[],
): Promise<readonly DuplicateRow[]> {
  const { rows } = await sql<DuplicateRow>`
    select c.id as case_id, c.user_id, c.state, p.part as same from kyc_picture p join kyc_case c on c.id = p.case_id
     where p.file_hash = any(${hashes}::bytea[]) and c.user_id <> ${userId} order by c.id, p.part`.execute(tx);
  return rows;
}

export type NewDecision = {
  readonly caseId: bigint;
  readonly reviewer: Reviewer;
  readonly outcome: Outcome;
  readonly reasons: readonly string[];
  /** Last day on which the document is valid, as `YYYY-MM-DD`. */
  readonly validUntil: string | undefined;
  /** Ids of the notice and of the two events. */
  readonly ids: readonly bigint[];
  /** Why, for the trail. */
  readonly note: string;
};

/** Returns the level of the user after the decision. */
export async function decide(tx: Tx, decision: NewDecision): Promise<number | undefined> {
  const { caseId, reviewer, outcome, reasons, validUntil, ids, note } = decision;
  const { rows } = await sql<{ level: number }>`
    select desk_decide(${reviewer.tokenHash}, ${caseId}, ${outcome}, ${reasons}::text[], ${ids.map(String)}::bigint[],
                       ${validUntil ?? null}::date, ${note}) as level`.execute(tx);
  return rows[0]?.level;
}
