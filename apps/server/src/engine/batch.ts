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
import { type BatchTrace, traceBatch } from './trace-batch.ts';

/** Committed batch, with the answers to send. */
export type Settled<P extends ProductTypes> = {
  readonly settled: readonly { readonly pending: PendingCommand<P>; readonly reply: EngineReply }[];
  readonly deferred: readonly PendingCommand<P>[];
  readonly rows: readonly P['Rows'][];
  readonly atMs: number;
  readonly trace: BatchTrace<PendingCommand<P>>;
};

/** A batch that was rolled back, with what it had decided, if it came so far. */
export class BatchFailed<P extends ProductTypes> extends Error {
  decided: Decided<P> | undefined;

  constructor(cause: unknown, decided: Decided<P> | undefined) {
    super('the batch failed', { cause });
    this.name = 'BatchFailed';
    this.decided = decided;
  }
}

/**
 * Runs a batch in one transaction: lease and fencing, replays, locks, decisions, effects. Not retried here, because
 * deciding has changed the state; the caller discards the state on failure.
 */
export async function runBatch<P extends ProductTypes>(
  leadership: Leadership<P>,
  batch: readonly PendingCommand<P>[],
): Promise<Settled<P>> {
  const trace = traceBatch(leadership.shard.name, batch);
  try {
    const result = await trace.run(() => commitBatch(leadership, batch, trace));
    trace.end(result.settled);
    return { ...result, trace };
  } catch (error) {
    trace.fail(error);
    throw error;
  }
}

type Committed<P extends ProductTypes> = Omit<Settled<P>, 'trace'>;

async function commitBatch<P extends ProductTypes>(
  leadership: Leadership<P>,
  batch: readonly PendingCommand<P>[],
  trace: BatchTrace<PendingCommand<P>>,
): Promise<Committed<P>> {
  const watch = stopwatch(leadership, trace);
  let decided: Decided<P> | undefined;
  const onDecided = (what: Decided<P>) => {
    decided = what;
  };
  await leadership.onCheckpoint?.('gathered');
  const result = await runTransaction(leadership, batch, { watch, onDecided }).catch((error: unknown) => {
    throw new BatchFailed(error, decided);
  });
  watch('commit');
  result.noteProgress();
  await leadership.onCheckpoint?.('committed');
  measure(leadership, result);
  return result;
}

type Observer<P extends ProductTypes> = {
  readonly watch: ReturnType<typeof stopwatch>;
  readonly onDecided: (decided: Decided<P>) => void;
};

async function runTransaction<P extends ProductTypes>(
  leadership: Leadership<P>,
  batch: readonly PendingCommand<P>[],
  { watch, onDecided }: Observer<P>,
): Promise<Committed<P> & { readonly noteProgress: () => void }> {
  const beforeMs = Date.now();
  return await transactOnce(leadership.db)(async (tx) => {
    const claims = claimsOf(batch);
    const [now, claimed, records, unhandled] = await pipelined([
      holdLease(tx, leadership.lease),
      store.claimKeys(tx, claims),
      store.findRecords(tx, claims),
      dropHandledInbox(tx, leadership.queue, batch),
    ]);
    const atMs = now.getTime();
    leadership.aheadMs = atMs - beforeMs;
    const { fresh, known, unfinished } = await splitReplays(tx, leadership, { batch: unhandled, records });
    const inputs = fresh.map((pending) => inputOf(leadership, pending, atMs));
    const requiredAccounts = leadership.product.requiredAccounts(leadership.state, inputs);
    const names = [
      ...requiredAccounts.each.flat(),
      ...requiredAccounts.likelyAccounts,
      ...fresh.flatMap(({ missingAccounts }) => missingAccounts),
    ];
    const waited = await waitForStarved(tx, leadership, fresh, requiredAccounts);
    const [locks, facts] = await pipelined([
      leadership.ledger.lockAvailable(tx, leadership.shard.mode, names),
      leadership.product.readFacts(tx, leadership.state, inputs),
    ]);
    leadership.lockWaits.note(waited, locks, performance.now());
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
    onDecided(decided);
    await leadership.onCheckpoint?.('decided');
    watch('decide');
    const hasEffects = decided.done.length > 0 || decided.settled.some(isOfInbox);
    const [, noteProgress] = await pipelined([
      writeEffects(tx, leadership, decided),
      writeProgress(tx, leadership, { hasEffects, settled: decided.settled.map(({ pending }) => pending) }),
    ]);
    if (!hasEffects && known.length === 0) await disableSyncCommit(tx);
    watch('write');
    await leadership.onCheckpoint?.('committing');
    const deferred = [...unfinished, ...decided.deferred];
    const rows = decided.done.map((it) => it.rows);
    return { settled: [...known, ...decided.settled], deferred, rows, atMs, noteProgress };
  });
}

/** Most triggered commands that one transaction stores. */
const STORED_AT_ONCE = 2_000;

/**
 * Stores triggered commands beyond what a batch stores with the cursor, in transactions of their own: a price may trigger
 * a hundred thousand. If the process ends in between, its successor knows them by their keys when it replays the block.
 */
export async function storeExcess<P extends ProductTypes>(leadership: Leadership<P>): Promise<void> {
  const { queue, shard, nextId, lease } = leadership;
  while (queue.unstored.size > STORED_AT_ONCE) {
    const stored = [...queue.unstored].slice(0, STORED_AT_ONCE).map((pending) => ({ pending, id: nextId() }));
    await transactOnce(leadership.db)(async (tx) => {
      await disableSyncCommit(tx);
      await holdLease(tx, lease);
      await store.insertInbox(tx, shard.name, stored.map(toInboxRow));
    });
    for (const { pending, id } of stored) queue.noteStored(pending, id);
  }
}

/** Longest time between two writes of the block cursor while blocks have no effect. */
const CURSOR_EVERY_MS = 1_000;

type Progress<P extends ProductTypes> = {
  /** Effects may come from blocks after the cursor, so the cursor is committed with them. */
  readonly hasEffects: boolean;
  /** Commands that this transaction settles. */
  readonly settled?: readonly PendingCommand<P>[];
};

/**
 * Moves the shard's block cursor to the last block applied to the state. Commands that those blocks have triggered and
 * that are not decided are stored in the inbox by the same transaction: none is lost, and none is triggered twice.
 * Returns what to note after the commit.
 */
export async function writeProgress<P extends ProductTypes>(
  tx: Tx,
  leadership: Leadership<P>,
  { hasEffects, settled = [] }: Progress<P>,
): Promise<() => void> {
  const { blocks, cursor, queue, shard, nextId } = leadership;
  const block = blocks.last;
  const isDue = hasEffects || performance.now() - cursor.atMs >= CURSOR_EVERY_MS;
  if (block === cursor.block || !isDue) return () => {};
  const done = new Set(settled);
  const stored = [...queue.unstored]
    .filter((pending) => !done.has(pending))
    .map((pending) => ({ pending, id: nextId() }));
  await pipelined([
    store.writeCursor(tx, shard.name, block),
    store.insertInbox(tx, shard.name, stored.map(toInboxRow)),
  ]);
  return () => {
    leadership.cursor = { block, atMs: performance.now() };
    for (const { pending, id } of stored) queue.noteStored(pending, id);
  };
}

type StoredCommand<P extends ProductTypes> = { readonly pending: PendingCommand<P>; readonly id: bigint };

const toInboxRow = <P extends ProductTypes>({ pending: { trigger, userId }, id }: StoredCommand<P>) => ({
  id,
  command: { ...trigger?.stored, key: trigger?.key, ...(userId === undefined ? {} : { user: String(userId) }) },
});

/** Waits for locks that the batch's commands did not get for a while, and returns what was waited for, and how long. */
async function waitForStarved<P extends ProductTypes>(
  tx: Tx,
  { ledger, lockWaits, shard }: Leadership<P>,
  batch: readonly PendingCommand<P>[],
  requiredAccounts: RequiredAccounts,
) {
  const startedMs = performance.now();
  const accounts = lockWaits.choose(batch, requiredAccounts, startedMs);
  if (accounts.length > 0) await ledger.lockWithWait(tx, shard.mode, accounts);
  return { accounts, tookMs: performance.now() - startedMs };
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
  { command, userId, record, arrivedMs }: PendingCommand<P>,
  atMs: number,
): Input<P['Command']> => ({
  id: nextId(),
  atMs,
  arrivedMs: arrivedMs ?? atMs,
  command,
  userId,
  key: record?.key,
});

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
  { batch, records }: { readonly batch: readonly PendingCommand<P>[]; readonly records: readonly store.Recorded[] },
): Promise<Replays<P>> {
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

export async function writeEffects<P extends ProductTypes>(
  tx: Tx,
  { product, state, ledger, nextId }: Leadership<P>,
  { done, settled }: Omit<Decided<P>, 'deferred'>,
): Promise<void> {
  const rows = done.map((it) => it.rows);
  const transfers = done.flatMap((it) => it.transfers);
  const handled = settled.flatMap(({ pending: { inboxId } }) => inboxId ?? []);
  await store.deleteInbox(tx, handled);
  if (done.length === 0) return;
  const events = product.events(state, rows); // It may throw, and then nothing has been sent.
  // Money first: its entries are prepared while the database writes the rest.
  await pipelined([
    ledger.post(tx, transfers),
    product.write(tx, state, rows),
    store.insertRecords(tx, done.flatMap(recordOf)),
    publish(tx, nextId, events),
  ]);
}

const recordOf = <P extends ProductTypes>(done: { readonly pending: PendingCommand<P>; readonly record: unknown }) => {
  const { userId, record } = done.pending;
  return userId === undefined || record === undefined
    ? []
    : [{ key: record.key, route: record.route, hash: record.hash, userId, answer: done.record }];
};

function stopwatch<P extends ProductTypes>({ meter }: Leadership<P>, trace: BatchTrace<PendingCommand<P>>) {
  let sinceMs = performance.now();
  return (phase: Parameters<typeof meter.phase>[0]) => {
    const nowMs = performance.now();
    meter.phase(phase, nowMs - sinceMs);
    trace.event(phase);
    sinceMs = nowMs;
  };
}

function measure<P extends ProductTypes>({ meter }: Leadership<P>, { settled, deferred }: Committed<P>): void {
  const done = settled.filter(({ reply }) => 'ok' in reply).length;
  meter.batch(settled.length + deferred.length);
  meter.decided('done', done);
  meter.decided('refused', settled.length - done);
  meter.decided('deferred', deferred.length);
}
