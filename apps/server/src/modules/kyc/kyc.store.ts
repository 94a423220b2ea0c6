import type { CaseLevel, CaseState, DocumentType, KycLevel, Picture, RejectionReason } from '@app/domain/kyc';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/database.ts';
import type { PersonalTable } from '../../platform/db/personal-data.ts';
import type { Sealed } from '../../platform/process/key-ring.ts';

/** Serializes what one user sends, so that counting and adding is atomic. */
export async function lockCasesOf(tx: Tx, userId: bigint): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('kyc owner', ${userId}))`.execute(tx);
}

export type Standing = { readonly verification: KycLevel; readonly country: string | null };

export async function findStanding(tx: Reader, userId: bigint): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select verification, country from user_account where id = ${userId}`.execute(tx);
  return rows[0];
}

/** The newest case of a level, as its owner may know it. */
export type CaseRow = {
  readonly id: bigint;
  readonly level: CaseLevel;
  readonly document: DocumentType;
  readonly state: CaseState;
  readonly key_id: string | null;
  readonly sealed: Buffer | null;
  readonly submitted_at: Date;
  readonly decided_at: Date | null;
  /** Of its rejection. */
  readonly reasons: readonly RejectionReason[];
  /** Files by picture. */
  readonly pictures: Readonly<Partial<Record<Picture, string>>>;
};

export async function findNewestCases(tx: Reader, userId: bigint): Promise<readonly CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    select distinct on (c.level) c.id, c.level, c.document, c.state, c.key_id, c.sealed, c.submitted_at, c.decided_at,
           coalesce((select d.reasons from kyc_decision d where d.case_id = c.id and d.outcome = 'rejected'), '{}') as reasons,
           (select coalesce(jsonb_object_agg(p.part, p.file_id), '{}') from kyc_picture p where p.case_id = c.id) as pictures
      from kyc_case c where c.user_id = ${userId} order by c.level, c.id desc`.execute(tx);
  return rows;
}

/** Counts the cases of a level that a user sent within the last 24 hours. */
export async function countRecent(tx: Reader, userId: bigint, level: CaseLevel): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from kyc_case
     where user_id = ${userId} and level = ${level} and submitted_at > app_now() - interval '24 hours'`.execute(tx);
  return rows[0]?.n ?? 0;
}

export type NewCase = {
  readonly id: bigint;
  readonly userId: bigint;
  readonly level: CaseLevel;
  readonly document: DocumentType;
  readonly nationality: string | undefined;
  readonly sealed: Sealed;
  readonly hashKey: string;
  readonly numberHash: Buffer | undefined;
};

export async function insertCase(tx: Tx, it: NewCase): Promise<Date | undefined> {
  const { rows } = await sql<{ submitted_at: Date }>`
    insert into kyc_case (id, user_id, level, document, nationality, key_id, sealed, hash_key, number_hash)
    values (${it.id}, ${it.userId}, ${it.level}, ${it.document}, ${it.nationality ?? null}, ${it.sealed.keyId},
            ${it.sealed.sealed}, ${it.hashKey}, ${it.numberHash ?? null})
    returning submitted_at`.execute(tx);
  return rows[0]?.submitted_at;
}

/** Reads the digests of files that were claimed. */
export async function readDigests(tx: Reader, fileIds: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  const { rows } = await sql<{ id: string; sha256: Buffer }>`
    select id, sha256 from media_file where id = any(${fileIds}::text[])`.execute(tx);
  return new Map(rows.map(({ id, sha256 }) => [id, sha256]));
}

export type NewPicture = { readonly part: Picture; readonly fileId: string; readonly fileHash: Buffer };

export async function insertPictures(tx: Tx, caseId: bigint, pictures: readonly NewPicture[]): Promise<void> {
  await sql`
    insert into kyc_picture (case_id, part, file_id, file_hash)
    select ${caseId}, * from unnest(${pictures.map(({ part }) => part)}::text[], ${pictures.map(({ fileId }) => fileId)}::text[],
      ${pictures.map(({ fileHash }) => fileHash)}::bytea[])`.execute(tx);
}

/** What is stored about a user's identity. It outlives a closed account as the law requires; a sweep erases it then. */
export const kycTables: readonly PersonalTable[] = [
  {
    table: 'kyc_case',
    download: {
      about:
        'Documents you sent to verify your identity, and what was decided. Details and pictures are stored sealed and are not part of this file.',
      rows: (userId) => sql`
        select c.id, c.level, c.document, c.nationality, c.state, c.submitted_at, c.decided_at, c.valid_until, c.erased_at,
               (select coalesce(jsonb_agg(jsonb_build_object('outcome', d.outcome, 'reasons', d.reasons, 'at', d.at) order by d.id), '[]')
                  from kyc_decision d where d.case_id = c.id) as decisions,
               (select a.sent_at from kyc_announcement a where a.case_id = c.id) as sent_to_provider_at,
               (select coalesce(jsonb_agg(jsonb_build_object('verdict', v.verdict, 'reasons', v.reasons, 'at', v.at) order by v.at), '[]')
                  from kyc_verdict v where v.case_id = c.id) as provider_verdicts
          from kyc_case c where c.user_id = ${userId} order by c.id`,
    },
    closing: { keep: 'identity' },
  },
  {
    table: 'kyc_view',
    download: {
      about: 'When staff read the details that you sent.',
      rows: (userId) => sql`select id, case_id, at from kyc_view where user_id = ${userId} order by id`,
    },
    closing: { keep: 'identity' },
  },
];
