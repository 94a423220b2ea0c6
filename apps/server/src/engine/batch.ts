import type { AccountName } from '@app/domain/ledger';
import type { EngineReply } from '@app/protocol/engine';
import type { Tx } from '../platform/db/database.ts';
import { disableSyncCommit, holdLease } from '../platform/db/lease.ts';
import { publish } from '../platform/db/outbox.ts';
import { pipelined, transactOnce } from '../platform/db/transact.ts';
import { type Decided, decideBatch } from './decide.ts';
import * as store from './engine.store.ts';
import type { Leadership } from './leadership.ts';
import type { Input, ProductTypes, RequiredAccounts } from './product.ts';
import type { PendingCommand, Queue } from './queue.ts';

/** Committed batch, with the answers to send. */
export type Settled<P extends ProductTypes> = {
  readonly settled: readonly { readonly pending: PendingCommand<P>; readonly reply: EngineReply }[];
  readonly deferred: readonly PendingCommand<P>[];
  readonly rows: readonly P['Rows'][];
  readonly atMs: number;
};

/**
 * Runs a batch in one transaction: lease and fencing, replays, locks, decisions, effects. Not retried here, because
 * deciding has changed the state; the caller discards the state on failure.
 */
export async function runBatch<P extends ProductTypes>(
  leadership: Leadership<P>,
  batch: readonly PendingCommand<P>[],
): Promise<Settled<P>> {
  const watch = stopwatch(leadership);
  await leadership.onCheckpoint?.('gathered');
  const result = await transactOnce(leadership.db)(async (tx) => {
    const [now, claimed] = await pipelined([holdLease(tx, leadership.lease), store.claimKeys(tx, claimsOf(batch))]);
    const atMs = now.getTime();
    const { fresh, known, unfinished } = await splitReplays(
      tx,
      leadership,
      await dropHandledInbox(tx, leadership.queue, batch),
    );
    const inputs = fresh.map((pending) => inputOf(leadership, pending, atMs));
    const requiredAccounts = leadership.product.requiredAccounts(leadership.state, inputs);
    const names = [
      ...requiredAccounts.each.flat(),
      ...requiredAccounts.likelyAccounts,
      ...fresh.flatMap(({ missingAccounts }) => missingAccounts),
    ];
    const starved = starvedAccounts(fresh, requiredAccounts);
    if (starved.length > 0) await leadership.ledger.lockWithWait(tx, leadership.shard.mode, starved);
    const [locks, facts] = await pipelined([
      leadership.ledger.lockAvailable(tx, leadership.shard.mode, names),
      leadership.product.readFacts(tx, leadership.state, inputs),
    ]);
    await leadership.onCheckpoint?.('locked');
    watch('lock');
    const decided = decideBatch(leadership, {
      batch: fresh,
      inputs,
      requiredAccounts,
      locks,
      facts,
      claimed,
      nowMs: atMs,
    });
    await leadership.onCheckpoint?.('decided');
    watch('decide');
    await writeEffects(tx, leadership, decided);
    if (decided.done.length === 0 && known.length === 0 && !decided.settled.some(isOfInbox))
      await disableSyncCommit(tx);
    watch('write');
    await leadership.onCheckpoint?.('committing');
    const deferred = [...unfinished, ...decided.deferred];
    return { settled: [...known, ...decided.settled], deferred, rows: decided.rows, atMs };
  });
  watch('commit');
  await leadership.onCheckpoint?.('committed');
  measure(leadership, result);
  return result;
}

/**
 * Time of trying without waiting after which a command waits for its locks; limited to a few commands, because all
 * others wait with them.
 */
const WAIT_FOR_LOCK_AFTER_MS = 50;
const LOCK_WAITERS_MAX = 2;

function starvedAccounts<P extends ProductTypes>(
  batch: readonly PendingCommand<P>[],
  { each }: RequiredAccounts,
): readonly AccountName[] {
  const sinceMs = performance.now() - WAIT_FOR_LOCK_AFTER_MS;
  const accounts = batch.map(({ missingAccounts, deferredAtMs = Number.POSITIVE_INFINITY }, index) =>
    deferredAtMs > sinceMs ? [] : [...(each[index] ?? []), ...missingAccounts],
  );
  return accounts
    .filter(({ length }) => length > 0)
    .slice(0, LOCK_WAITERS_MAX)
    .flat();
}

const isOfInbox = <P extends ProductTypes>({ pending }: { readonly pending: PendingCommand<P> }) =>
  pending.inboxId !== undefined;

/**
 * Drops inbox commands whose row is gone: a commit whose confirmation was lost already executed them, and no caller
 * waits for an answer.
 */
async function dropHandledInbox<P extends ProductTypes>(
  tx: Tx,
  queue: Queue<P>,
  batch: readonly PendingCommand<P>[],
): Promise<readonly PendingCommand<P>[]> {
  const ids = batch.flatMap(({ inboxId }) => inboxId ?? []);
  if (ids.length === 0) return batch;
  const there = await store.findInbox(tx, ids);
  for (const pending of batch)
    if (pending.inboxId !== undefined && !there.has(pending.inboxId)) queue.settle(pending, undefined);
  return batch.filter(({ inboxId }) => inboxId === undefined || there.has(inboxId));
}

/** Builds the input of a command. The time is the database's; the id gives the command's place among all others. */
const inputOf = <P extends ProductTypes>(
  { nextId }: Leadership<P>,
  { command, userId, record }: PendingCommand<P>,
  atMs: number,
): Input<P['Command']> => ({ id: nextId(), atMs, command, userId, key: record?.key });

/**
 * Returns the idempotency keys of a batch's commands, as their callers created them: one key is one effect, whichever
 * process executes it.
 */
const claimsOf = <P extends ProductTypes>(batch: readonly PendingCommand<P>[]): readonly store.KeyClaim[] =>
  batch.flatMap(({ userId, record }) => (userId && record ? [{ userId, key: record.key }] : []));

type Known<P extends ProductTypes> = { readonly pending: PendingCommand<P>; readonly reply: EngineReply };

type Replays<P extends ProductTypes> = {
  readonly fresh: readonly PendingCommand<P>[];
  readonly known: readonly Known<P>[];
  /** Commands whose effect continues in later batches: their callers wait. */
  readonly unfinished: readonly PendingCommand<P>[];
};

/**
 * Separates replays: an already executed command returns its recorded answer; a different request under the same key is
 * refused.
 */
async function splitReplays<P extends ProductTypes>(
  tx: Tx,
  { product, state }: Leadership<P>,
  batch: readonly PendingCommand<P>[],
): Promise<Replays<P>> {
  const records = await store.findRecords(tx, claimsOf(batch));
  if (records.length === 0) return { fresh: batch, known: [], unfinished: [] };
  const byName = new Map(records.map((row) => [`${row.user_id}:${row.key}`, row]));
  const rowOf = ({ userId, record }: PendingCommand<P>) => record && byName.get(`${userId}:${record.key}`);
  const kept = records.map(({ answer }) => answer);
  const answers = await product.replayAnswers(tx, state, kept);
  const answerOf = new Map(records.map((row, index) => [row, answers[index]]));
  const known = batch.flatMap((pending): Known<P>[] => {
    const row = rowOf(pending);
    if (row === undefined) return [];
    const isSame = row.route === pending.record?.route && row.hash === pending.record.hash;
    if (!isSame) return [{ pending, reply: { refused: 'idempotency_key_reused' } }];
    const answer = answerOf.get(row);
    return answer === undefined ? [] : [{ pending, reply: { ok: answer } }];
  });
  const answered = new Set(known.map(({ pending }) => pending));
  const [fresh, recorded] = [[], []] as [PendingCommand<P>[], PendingCommand<P>[]];
  for (const pending of batch) (rowOf(pending) === undefined ? fresh : recorded).push(pending);
  return { fresh, known, unfinished: recorded.filter((pending) => !answered.has(pending)) };
}

async function writeEffects<P extends ProductTypes>(
  tx: Tx,
  { product, state, ledger, nextId }: Leadership<P>,
  { done, settled, rows, transfers }: Decided<P>,
): Promise<void> {
  const handled = settled.flatMap(({ pending: { inboxId } }) => inboxId ?? []);
  await store.deleteInbox(tx, handled);
  if (done.length === 0) return;
  await pipelined([
    product.write(tx, state, rows),
    ledger.post(tx, transfers),
    store.insertRecords(tx, done.flatMap(recordOf)),
    publish(tx, nextId, product.events(state, rows)),
  ]);
}

const recordOf = <P extends ProductTypes>(done: { readonly pending: PendingCommand<P>; readonly record: unknown }) => {
  const { userId, record } = done.pending;
  return userId === undefined || record === undefined
    ? []
    : [{ key: record.key, route: record.route, hash: record.hash, userId, answer: done.record }];
};

function stopwatch<P extends ProductTypes>({ meter }: Leadership<P>) {
  let sinceMs = performance.now();
  return (phase: Parameters<typeof meter.phase>[0]) => {
    const nowMs = performance.now();
    meter.phase(phase, nowMs - sinceMs);
    sinceMs = nowMs;
  };
}

function measure<P extends ProductTypes>({ meter }: Leadership<P>, { settled, deferred }: Settled<P>): void {
  const done = settled.filter(({ reply }) => 'ok' in reply).length;
  meter.batch(settled.length + deferred.length);
  meter.decided('done', done);
  meter.decided('refused', settled.length - done);
  meter.decided('deferred', deferred.length);
}
