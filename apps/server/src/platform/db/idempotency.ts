import { createHash } from 'node:crypto';
import { Refusal, timeOfUuid } from '@app/base';
import { type RawBuilder, sql } from 'kysely';
import { noteEffectBegun, noteEffectDone } from '../http/effect-progress.ts';
import type { Reader, Tx } from './database.ts';
import type { Transact } from './transact.ts';

/** Identity of a call. The client generates the key, a UUIDv7, and stores it before sending. */
export type Request = {
  readonly key: string;
  readonly userId: bigint;
  readonly route: string;
  readonly body: string;
};

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** How long after its own timestamp a key may be used. */
export const OLDEST_MS = 24 * 60 * 60 * 1000;
/**
 * Tolerance for a phone's clock that runs ahead; a key from further ahead would outlive the partition that stores it.
 */
export const NEWEST_MS = 10 * 60 * 1000;

/** Number of requests of this process that were answered from their record, for metrics. */
export const replays = { count: 0 };

/** Another call with the same key committed while this one ran; this one is rolled back completely. */
class Overtaken extends Error {}

const hashOf = (body: string) => createHash('sha256').update(body).digest();

/** Answer, and whether it is a replay: then all updates were already published. */
export type Recorded<Answer> = { readonly answer: Answer; readonly replayed: boolean };

/**
 * Runs an effect once per key, and answers a replay with the first answer. The record is written in the effect's own
 * transaction; a refusal rolls both back, leaves nothing, and may be retried.
 */
export async function once<Answer>(
  transact: Transact,
  request: Request,
  effect: (tx: Tx) => Promise<Answer>,
): Promise<Recorded<Answer>> {
  refuseUnusableKey(request.key, Date.now());
  noteEffectBegun();
  const recorded = await runWithOneRetry(transact, (tx) => runOrRecall(tx, request, effect));
  if (recorded.replayed) replays.count++;
  noteEffectDone();
  return recorded;
}

async function runWithOneRetry<Value>(transact: Transact, work: (tx: Tx) => Promise<Value>): Promise<Value> {
  try {
    return await transact(work);
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
    return await transact(work);
  }
}

async function runOrRecall<Answer>(
  tx: Tx,
  request: Request,
  effect: (tx: Tx) => Promise<Answer>,
): Promise<Recorded<Answer>> {
  await claimKey(tx, request);
  const known = await recall<Answer>(tx, request);
  if (known !== undefined) return { answer: known.answer, replayed: true };
  const answer = await effect(tx);
  const { numAffectedRows } = await sql`
    insert into idempotency (key, user_id, route, body_hash, answer)
    values (${request.key}, ${request.userId}, ${request.route}, ${hashOf(request.body)}, ${JSON.stringify(answer)})
    on conflict (key, user_id) do nothing`.execute(tx);
  if (numAffectedRows !== 1n) throw new Overtaken();
  return { answer, replayed: false };
}

/**
 * Waits for a concurrent call with the same key, in another request or an engine, until its transaction has ended. Runs
 * as its own statement, so that the next one sees what the other call recorded.
 */
async function claimKey(tx: Tx, { key, userId }: Request): Promise<void> {
  await sql`select pg_advisory_xact_lock(${keyLock(sql`${key}`, sql`${userId}`)})`.execute(tx);
}

/** Returns the advisory lock of one key of one user. Engines try it and never wait, so that no deadlock can form. */
export const keyLock = (key: RawBuilder<unknown>, userId: RawBuilder<unknown>): RawBuilder<bigint> =>
  sql`hashtextextended(${key}::text || ':' || ${userId}::text, 0)`;

/**
 * Returns the first answer to a request, if it took effect; this is how the outcome is read after an unknown result.
 */
export async function recall<Answer>(tx: Reader, request: Request): Promise<{ answer: Answer } | undefined> {
  const { rows } = await sql<{ route: string; body_hash: Buffer; answer: Answer }>`
    select route, body_hash, answer from idempotency
     where key = ${request.key} and user_id = ${request.userId}`.execute(tx);
  const [row] = rows;
  if (row === undefined) return undefined;
  if (row.route !== request.route || !row.body_hash.equals(hashOf(request.body))) {
    throw new Refusal('idempotency_key_reused');
  }
  return { answer: row.answer };
}

/** Refuses a key outside the window: records expire with their keys, so such a key could run twice. */
export function refuseUnusableKey(key: string, nowMs: number): void {
  if (!UUID_V7.test(key)) throw new Refusal('idempotency_key_malformed');
  const madeMs = timeOfUuid(key);
  if (madeMs < nowMs - OLDEST_MS || madeMs > nowMs + NEWEST_MS) throw new Refusal('idempotency_key_expired');
}
