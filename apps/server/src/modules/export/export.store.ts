import type { ExportError, ExportKindName, ExportState, OpenExports } from '@app/domain/export';
import type { Language } from '@app/i18n';
import { sql } from 'kysely';
import type { Recipient } from '../../platform/bus/push.ts';
import type { Db, Reader, Tx } from '../../platform/db/database.ts';
import { isBefore, listOfQuery, type Page, type PageRequest, readPage } from '../../platform/db/page.ts';
import { deleteRows, type PersonalTable, selectRows } from '../../platform/db/personal-data.ts';

export type JobRow = {
  id: bigint;
  user_id: bigint;
  book: 'real' | 'demo';
  kind: ExportKindName;
  /** `session`: only this session may save the file. */
  params: { readonly period?: string; readonly holder?: string; readonly session?: string };
  language: Language;
  status: ExportState;
  progress: number;
  attempt: number;
  created_at: Date;
  ended_at: Date | null;
  expires_at: Date | null;
  is_expired: boolean;
  filename: string | null;
  byte_size: bigint | null;
  sha256: Buffer | null;
  error: ExportError | null;
};

const COLUMNS = sql`id, user_id, book, kind, params, language, status, progress, attempt, created_at, ended_at, expires_at,
  coalesce(expires_at <= app_now(), false) as is_expired, filename, byte_size, sha256, error`;

/** How long a request is listed; its file is deleted earlier. */
const LISTED_DAYS = 30;

/** Locks the user's requests until the transaction ends, so that counting and adding one is atomic. */
export async function lockRequests(tx: Tx, userId: bigint): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('export', ${userId}))`.execute(tx);
}

/** Counts the requests of a user, of both modes. */
export async function countRequests(tx: Reader, userId: bigint): Promise<OpenExports> {
  const { rows } = await sql<OpenExports>`
    select count(*) filter (where status in ('waiting', 'running'))::int as open,
           count(*) filter (where created_at > app_now() - interval '1 day')::int as today,
           coalesce(ceil(extract(epoch from min(created_at) filter (where created_at > app_now() - interval '1 day')
                    + interval '1 day' - app_now())), 0)::int as "secondsLeft"
      from export_job where user_id = ${userId}`.execute(tx);
  return rows[0] ?? { open: 0, today: 0, secondsLeft: 0 };
}

export type NewJob = Recipient & {
  readonly id: bigint;
  readonly kind: ExportKindName;
  readonly params: JobRow['params'];
  readonly language: Language;
};

export async function insertJob(tx: Tx, job: NewJob): Promise<JobRow> {
  const { rows } = await sql<JobRow>`
    insert into export_job (id, user_id, book, kind, params, language)
    values (${job.id}, ${job.userId}, ${job.mode}, ${job.kind}, ${JSON.stringify(job.params)}, ${job.language})
    returning ${COLUMNS}`.execute(tx);
  return rows[0] as JobRow; // One row was inserted.
}

/** Lists requests; a kind that only a newer version knows is left out. */
export const listJobs = (
  db: Reader,
  { userId, mode }: Recipient,
  kinds: readonly string[],
  request: PageRequest,
): Promise<Page<JobRow>> =>
  readPage(
    request,
    listOfQuery<JobRow>(
      db,
      (before) => sql`
        select ${COLUMNS} from export_job
         where user_id = ${userId} and book = ${mode} and kind = any(${[...kinds]}::text[]) and ${isBefore(before)}
           and created_at > app_now() - ${LISTED_DAYS} * interval '1 day'
         order by id desc`,
    ),
  );

/** Finds a request of this user, in either mode. */
export async function findJob(db: Reader, userId: bigint, id: bigint): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`
    select ${COLUMNS} from export_job where id = ${id} and user_id = ${userId}`.execute(db);
  return rows[0];
}

export async function stopJob(tx: Tx, userId: bigint, id: bigint): Promise<void> {
  await sql`
    update export_job set status = 'stopped', ended_at = app_now()
     where id = ${id} and user_id = ${userId} and status in ('waiting', 'running')`.execute(tx);
}

/** The bytes at a place of a file; undefined behind its end, or once it was deleted. */
export async function readChunk(
  db: Reader,
  { id, attempt }: Pick<JobRow, 'id' | 'attempt'>,
  place: number,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select bytes from export_chunk where job = ${id} and attempt = ${attempt} and place = ${place}`.execute(db);
  return rows[0]?.bytes;
}

/** A request whose workers fell silent this often is not tried again: it may be what ended them. */
const ATTEMPTS_MAX = 3;

/** Ends requests whose workers fell silent too often. */
export async function failSilent(tx: Tx, staleAfterMs: number): Promise<void> {
  await sql`
    update export_job set status = 'failed', error = 'defect', ended_at = app_now()
     where status = 'running' and attempt >= ${ATTEMPTS_MAX}
       and heartbeat_at < app_now() - ${staleAfterMs} * interval '1 millisecond'`.execute(tx);
}

/**
 * Takes the oldest request that waits, or whose worker has been silent for too long. Raising the attempt fences that
 * worker: whatever it still writes changes no row.
 */
export async function claimJob(tx: Tx, staleAfterMs: number): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`
    update export_job set status = 'running', attempt = attempt + 1, progress = 0, heartbeat_at = app_now()
     where id = (
       select id from export_job
        where status = 'waiting'
           or (status = 'running' and heartbeat_at < app_now() - ${staleAfterMs} * interval '1 millisecond')
        order by id limit 1 for update skip locked)
    returning ${COLUMNS}`.execute(tx);
  return rows[0];
}

type Attempt = Pick<JobRow, 'id' | 'attempt'>;

const isMine = ({ id, attempt }: Attempt) => sql`id = ${id} and attempt = ${attempt} and status = 'running'`;

/** Notes progress and that the worker is alive. False: the request was stopped, or another worker has it. */
export async function beatJob(db: Reader, job: Attempt, progress: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update export_job set heartbeat_at = app_now(), progress = greatest(progress, ${progress}) where ${isMine(job)}`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

/** Stores a part of the file. False as for a heartbeat; then nothing is stored. */
export async function insertChunk(db: Reader, job: Attempt, place: number, bytes: Buffer): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into export_chunk (job, attempt, place, bytes)
    select id, attempt, ${place}, ${bytes} from export_job where ${isMine(job)} for no key update`.execute(db);
  return numAffectedRows === 1n;
}

export type MadeFile = { readonly filename: string; readonly size: number; readonly sha256: Buffer };

/** Ends a request whose file is complete. False as for a heartbeat. */
export async function completeJob(tx: Tx, job: Attempt, file: MadeFile, keepDays: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update export_job set status = 'done', progress = 100, ended_at = app_now(), filename = ${file.filename},
           byte_size = ${file.size}, sha256 = ${file.sha256}, expires_at = app_now() + ${keepDays} * interval '1 day'
     where ${isMine(job)}`.execute(tx);
  return numAffectedRows === 1n;
}

export async function failJob(tx: Tx, job: Attempt, error: ExportError): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update export_job set status = 'failed', ended_at = app_now(), error = ${error} where ${isMine(job)}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Deletes the bytes of earlier attempts. */
export async function deleteOldChunks(tx: Tx, { id, attempt }: Attempt): Promise<void> {
  await sql`delete from export_chunk where job = ${id} and attempt < ${attempt}`.execute(tx);
}

/** Deletes the bytes of files that have expired or were never completed, and requests that are no longer listed. */
export async function sweepJobs(db: Db): Promise<{ readonly files: number; readonly requests: number }> {
  const files = await sql<{ n: number }>`
    with gone as (
      delete from export_chunk c using export_job j
       where j.id = c.job and (j.expires_at <= app_now() or j.status in ('failed', 'stopped'))
      returning c.job)
    select count(distinct job)::int as n from gone`.execute(db);
  const requests = await sql`
    delete from export_job where created_at < app_now() - ${LISTED_DAYS} * interval '1 day'
       and status not in ('waiting', 'running') and coalesce(expires_at <= app_now(), true)`.execute(db);
  return { files: files.rows[0]?.n ?? 0, requests: Number(requests.numAffectedRows ?? 0n) };
}

/** What exports store about users. The parts of a file go with its request. */
export const exportTables: readonly PersonalTable[] = [
  {
    table: 'export_job',
    download: selectRows('Files you requested in the last month.', 'export_job', [
      ...['id', 'book', 'kind', 'params', 'language', 'status', 'created_at', 'ended_at', 'filename', 'byte_size'],
    ]),
    closing: deleteRows('lists', 'export_job'),
  },
];
