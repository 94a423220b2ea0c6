import { Readable } from 'node:stream';
import { checkExport, checkPeriod, type ExportKindName, exportSettings } from '@app/domain/export';
import type { Language } from '@app/i18n';
import type { Input, Output } from '@app/protocol';
import {
  createExport as createRoute,
  exportData as dataRoute,
  type listExports as listRoute,
} from '@app/protocol/export';
import * as z from 'zod/mini';
import type { Recipient } from '../../platform/bus/push.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { once } from '../../platform/db/idempotency.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { accept, refuseWith } from '../../platform/http/accept.ts';
import type { Caller, SessionOwner } from '../../platform/http/caller.ts';
import type { Download } from '../../platform/http/serve-download.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { type AuthDeps, nameHolder, onceProven } from '../auth/index.ts';
import type { Settings } from '../reference/index.ts';
import * as store from './export.store.ts';
import type { ExportKind } from './export-kind.ts';

export type ExportDeps = Pick<Platform, 'db' | 'transact' | 'nextId'> & {
  readonly settings: Settings;
  readonly kinds: readonly ExportKind[];
};

export type ExportCommand = Recipient & {
  readonly kind: ExportKindName;
  readonly period: string | undefined;
  readonly language: Language;
  readonly key: string;
  readonly body: string;
};

type Job = Output<typeof createRoute>;

/** Requests a file, once per idempotency key and within the user's limits. */
export async function createExport(deps: ExportDeps, command: ExportCommand): Promise<Job> {
  const { userId, mode, period, language, key, body } = command;
  accept(checkPeriod(command.kind, period, Date.now()));
  const kind = kindNamed(deps.kinds, command.kind) ?? refuseWith('parameter_error');
  const holder = await nameHolder(deps.db, userId);
  const refused = await kind.refuses?.({ userId, mode, period, language, holder });
  if (refused !== undefined) refuseWith(refused);
  const limits = await readLimits(deps.settings);
  const request = { key, userId, route: `${createRoute.method} ${createRoute.path}`, body };
  const job = { userId, mode, kind: kind.name, params: { holder, ...(period !== undefined && { period }) }, language };
  const { answer } = await once(deps.transact, request, (tx) => addJob(tx, deps, job, limits));
  return z.decode(createRoute.response, answer);
}

type Proven = { readonly input: Input<typeof dataRoute>; readonly key: string; readonly language: Language };

/** Requests the file with everything stored about the caller, once per key and proof. */
export async function exportData(
  deps: ExportDeps & AuthDeps,
  caller: Caller,
  { input, key, language }: Proven,
): Promise<Job> {
  const limits = await readLimits(deps.settings);
  const { userId, mode } = caller;
  const inline = { code: input.code, googleCode: input.google_code };
  const job = { userId, mode, kind: 'account.data', params: { session: String(caller.sessionId) }, language } as const;
  const action = { route: dataRoute, input, inline, caller, key };
  const answer = await onceProven(deps, action, (tx) => addJob(tx, deps, job, limits));
  return z.decode(dataRoute.response, answer);
}

type Limits = Awaited<ReturnType<typeof readLimits>>;
type NewJob = Omit<Parameters<typeof store.insertJob>[1], 'id'>;

/** Adds a request within the user's limits; returns it in wire format, as the idempotency record stores it. */
async function addJob(tx: Tx, { nextId }: ExportDeps, job: NewJob, limits: Limits) {
  await store.lockRequests(tx, job.userId);
  accept(checkExport(await store.countRequests(tx, job.userId), limits));
  return z.encode(createRoute.response, toWire(await store.insertJob(tx, { id: nextId(), ...job })));
}

export const kindNamed = (kinds: readonly ExportKind[], name: string): ExportKind | undefined =>
  kinds.find((kind) => kind.name === name);

async function readLimits(settings: Settings) {
  const [openMax, perDay] = await Promise.all([
    settings.read(exportSettings.openMax),
    settings.read(exportSettings.perDay),
  ]);
  return { openMax: openMax.value, perDay: perDay.value };
}

/** The file with everything is bound to the session that proved more than a session: another one may be a thief's. */
const isOfOther = ({ params }: store.JobRow, { sessionId }: Pick<SessionOwner, 'sessionId'>): boolean =>
  params.session !== undefined && params.session !== String(sessionId);

const toWire = (row: store.JobRow): Job => ({
  id: row.id,
  kind: row.kind,
  period: row.params.period ?? null,
  language: row.language,
  status: row.status,
  progress: row.progress,
  at: row.created_at.getTime(),
  ended_at: row.ended_at?.getTime() ?? null,
  expires_at: row.expires_at?.getTime() ?? null,
  expired: row.is_expired,
  filename: row.filename,
  bytes: row.byte_size === null ? null : Number(row.byte_size),
  sha256: row.sha256?.toString('hex') ?? null,
  error: row.error,
});

/** Lists the user's requests of the mode, newest first. */
export async function listExports(
  { db, kinds }: ExportDeps,
  owner: SessionOwner,
  request: PageRequest,
): Promise<Output<typeof listRoute>> {
  const names = kinds.map(({ name }) => name);
  const { rows, ...page } = await store.listJobs(db, owner, names, request);
  const list = rows.map((row) => ({ ...toWire(row), expired: row.is_expired || isOfOther(row, owner) }));
  return { list, ...page };
}

/** Stops a file that is not ready yet. The worker notices it with its next heartbeat or part. */
export const stopExport = ({ transact }: ExportDeps, userId: bigint, id: bigint): Promise<Job> =>
  transact(async (tx) => {
    await store.stopJob(tx, userId, id);
    return toWire((await store.findJob(tx, userId, id)) ?? refuseWith('not_found'));
  });

/** Opens a file that is ready. Its parts are read one by one as they are sent. */
export async function openExport({ db, kinds }: ExportDeps, owner: SessionOwner, id: bigint): Promise<Download> {
  const job = await store.findJob(db, owner.userId, id);
  if (job === undefined || job.status !== 'done' || job.is_expired || isOfOther(job, owner))
    return refuseWith('not_found');
  return {
    bytes: Readable.from(readParts(db, job)),
    size: Number(job.byte_size),
    filename: job.filename ?? String(id),
    contentType: kindNamed(kinds, job.kind)?.contentType,
  };
}

/** Reads a file's parts in order. If they are deleted meanwhile the transfer fails: it must not look complete. */
async function* readParts(db: Db, job: store.JobRow): AsyncGenerator<Buffer> {
  const size = Number(job.byte_size);
  for (let place = 0, sent = 0; sent < size; place++) {
    const bytes = await store.readChunk(db, job, place);
    if (bytes === undefined) throw new Error(`part ${place} of export ${job.id} is missing`);
    sent += bytes.length;
    yield bytes;
  }
}
