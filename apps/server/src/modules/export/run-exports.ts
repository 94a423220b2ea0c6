import { createHash } from 'node:crypto';
import { type ExportError, exportSettings } from '@app/domain/export';
import type { Db } from '../../platform/db/database.ts';
import { transactOn } from '../../platform/db/transact.ts';
import type { NextId } from '../../platform/db/writer.ts';
import type { Log } from '../../platform/process/log.ts';
import { writeNotice } from '../notify/index.ts';
import type { Settings } from '../reference/index.ts';
import * as store from './export.store.ts';
import type { ExportKind } from './export-kind.ts';
import { kindNamed } from './request-export.ts';

export type RunnerDeps = {
  readonly db: Db;
  readonly settings: Settings;
  readonly nextId: NextId;
  readonly kinds: readonly ExportKind[];
  readonly log: Log;
  /** For tests. */
  readonly beatEveryMs?: number;
  readonly staleAfterMs?: number;
};

/** A worker that has been silent for this long is gone, and its request is made again from the start. */
const STALE_AFTER_MS = 15_000;
const BEAT_EVERY_MS = 1_000;
const CHUNK_BYTES = 262_144;
const MEGABYTE = 1_048_576;

/** The request was stopped or taken by another worker: nothing more may be written. */
class Ended extends Error {}
/** A reason that the user is told. */
class Unmakeable extends Error {
  readonly reason: ExportError;

  constructor(reason: ExportError) {
    super(reason);
    this.reason = reason;
  }
}

/** Makes the oldest file that waits. Returns false if none does. */
export async function runNextExport(deps: RunnerDeps): Promise<boolean> {
  const { db, log, staleAfterMs = STALE_AFTER_MS } = deps;
  await transactOn(db)((tx) => store.failSilent(tx, staleAfterMs));
  const job = await transactOn(db)((tx) => store.claimJob(tx, staleAfterMs));
  if (job === undefined) return false;
  const startedMs = performance.now();
  const about = { job: String(job.id), kind: job.kind, attempt: job.attempt };
  try {
    const size = await makeFile(deps, job);
    log.info({ ...about, bytes: size, ms: Math.round(performance.now() - startedMs) }, 'export.done');
  } catch (error) {
    if (error instanceof Ended) {
      log.info(about, 'export.ended');
      return true;
    }
    const reason = error instanceof Unmakeable ? error.reason : 'defect';
    log[reason === 'defect' ? 'error' : 'warn']({ ...about, reason, err: error }, 'export.failed');
    await transactOn(db)((tx) => store.failJob(tx, job, reason));
  }
  return true;
}

async function makeFile(deps: RunnerDeps, job: store.JobRow): Promise<number> {
  const { db, settings, kinds } = deps;
  const kind = kindNamed(kinds, job.kind);
  if (kind === undefined) throw new Error(`no kind of export is named ${job.kind}`);
  const { period, holder = '' } = job.params;
  const request = { userId: job.user_id, mode: job.book, period, language: job.language, holder };
  if ((await kind.refuses?.(request)) === 'export_font_missing') throw new Unmakeable('export_font_missing');
  const bytesMax = (await settings.read(exportSettings.megabytesMax)).value * MEGABYTE;
  const pulse = startPulse(deps, job);
  try {
    const file = createFileWriter(db, job, bytesMax);
    for await (const part of kind.make({ ...request, progress: pulse.progress, signal: pulse.signal })) {
      if (pulse.signal.aborted) throw new Ended();
      await file.write(part);
    }
    const { size, sha256 } = await file.end();
    await complete(deps, job, { filename: kind.filename(request), size, sha256 });
    return size;
  } catch (error) {
    if (pulse.signal.aborted) throw new Ended();
    throw error;
  } finally {
    await pulse.stop();
  }
}

/** Ends the request and tells its user, in one transaction. */
async function complete({ db, settings, nextId }: RunnerDeps, job: store.JobRow, file: store.MadeFile): Promise<void> {
  const { value: keepDays } = await settings.read(exportSettings.keepDays);
  await transactOn(db)(async (tx) => {
    if (!(await store.completeJob(tx, job, file, keepDays))) throw new Ended();
    await store.deleteOldChunks(tx, job);
    const period = job.params.period ?? '';
    const params = {
      mode: job.book,
      export: String(job.id),
      made: job.kind,
      period,
      file: file.filename,
      days: keepDays,
    };
    await writeNotice(tx, nextId, { userId: job.user_id, kind: 'export_ready', subject: job.id, params });
  });
}

/** Tells every second that the worker is alive and how far it is, and learns whether the request still is. */
function startPulse({ db, log, beatEveryMs = BEAT_EVERY_MS }: RunnerDeps, job: store.JobRow) {
  const ended = new AbortController();
  let percent = 0;
  let beating: Promise<void> | undefined;
  const beat = async () => {
    try {
      if (!(await store.beatJob(db, job, percent))) ended.abort();
    } catch (error) {
      log.warn({ job: String(job.id), err: error }, 'export.heartbeat_failed'); // The next one may succeed.
    }
    beating = undefined;
  };
  const timer = setInterval(() => {
    beating ??= beat();
  }, beatEveryMs);
  return {
    signal: ended.signal,
    /** 100 is the completed file, and only that. */
    progress: (done: number, total: number) => {
      percent = total <= 0 ? 0 : Math.max(0, Math.min(99, Math.floor((done / total) * 100)));
    },
    stop: async () => {
      clearInterval(timer);
      await beating;
    },
  };
}

/** Collects a file's bytes and stores them in parts. At most one part is in memory. */
function createFileWriter(db: Db, job: store.JobRow, bytesMax: number) {
  const hash = createHash('sha256');
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let place = 0;
  let size = 0;
  const flush = async () => {
    const whole = Buffer.concat(pending, pendingBytes);
    pending = [];
    pendingBytes = 0;
    for (let at = 0; at < whole.length; at += CHUNK_BYTES)
      if (!(await store.insertChunk(db, job, place++, whole.subarray(at, at + CHUNK_BYTES)))) throw new Ended();
  };
  return {
    write: async (part: Buffer | string) => {
      const bytes = typeof part === 'string' ? Buffer.from(part, 'utf8') : part;
      hash.update(bytes);
      size += bytes.length;
      if (size > bytesMax) throw new Unmakeable('too_large');
      pending.push(bytes);
      pendingBytes += bytes.length;
      if (pendingBytes >= CHUNK_BYTES) await flush();
    },
    end: async () => {
      await flush();
      return { size, sha256: hash.digest() };
    },
  };
}

/** Deletes files that have expired or were never completed, and old requests. */
export const sweepExports = store.sweepJobs;
