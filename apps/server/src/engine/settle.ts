import { beatLease, holdLease } from '../platform/db/lease.ts';
import { transactOnce } from '../platform/db/transact.ts';
import type { Log } from '../platform/process/log.ts';
import { traceIdOf } from '../platform/process/trace.ts';
import { BatchFailed, runBatch, type Settled } from './batch.ts';
import * as store from './engine.store.ts';
import { findFailed } from './find-failure.ts';
import { type Leadership, loadState } from './leadership.ts';
import type { ProductTypes } from './product.ts';
import type { PendingCommand } from './queue.ts';

/**
 * Runs a batch and answers its callers. Returns whether any command was settled or continued. If it fails while the lease is still
 * held, the fault is in the batch: the state is reloaded once, the command that caused it becomes a dead letter, and the
 * others run again; if the cause is not known, the next commands run alone. If the lease is lost, or that cannot be
 * determined, leadership ends; the shard's next owner resolves the batch from the idempotency records.
 */
export async function processBatch<P extends ProductTypes>(
  leadership: Leadership<P>,
  batch: readonly PendingCommand<P>[],
): Promise<boolean> {
  const sendRefusals = leadership.queue.takeRefused();
  try {
    const settled = await runBatch(leadership, batch);
    finish(leadership, settled);
    sendRefusals();
    return settled.settled.length > 0 || settled.rows.length > 0;
  } catch (error) {
    const failed = await reloadOrStepDown(leadership, batch, error);
    sendRefusals(); // The reload has held the lease.
    const about = { shard: leadership.shard.name, err: error, commands: batch.length, traces: tracesOf(batch) };
    leadership.log.error(about, 'engine.batch_failed');
    leadership.queue.putBack(batch.filter((pending) => pending !== failed && pending.record !== undefined));
    for (const dead of deadOf(leadership, batch, failed)) await deadLetterAndRefuse(leadership, dead, error);
    return true;
  }
}

const ALONE_MS_MAX = 2_000;

/**
 * Reloads the state and returns the command that failed, if it is known: a command that failed alone, after a failure of
 * unknown cause, is. Throws if this process no longer owns the shard; the batch then waits for the next owner. Commands
 * without a caller are not kept: the inbox is read again, and the reloaded state triggers the others again.
 */
async function reloadOrStepDown<P extends ProductTypes>(
  leadership: Leadership<P>,
  batch: readonly PendingCommand<P>[],
  error: unknown,
): Promise<PendingCommand<P> | undefined> {
  try {
    await beatLease(transactOnce(leadership.db), leadership.lease);
    const found = await findFailed(leadership, error);
    releaseState(leadership, error);
    Object.assign(leadership, await loadState(leadership));
    const failed = found ?? (isAlone(leadership) && batch.length === 1 ? batch[0] : undefined);
    if (failed === undefined) leadership.alone = { left: batch.length, untilMs: performance.now() + ALONE_MS_MAX };
    return failed;
  } catch (cause) {
    leadership.queue.putBack(batch.filter(({ record }) => record !== undefined));
    throw cause;
  }
}

/** Drops every reference to the old state: two large ones at once would make the garbage collector outlast the lease. */
function releaseState<P extends ProductTypes>(leadership: Leadership<P>, error: unknown): void {
  leadership.state = undefined;
  if (error instanceof BatchFailed) error.decided = undefined;
}

/** Whether commands run alone, because a batch failed and its cause is not known. */
export const isAlone = <P extends ProductTypes>({ alone }: Leadership<P>): boolean =>
  alone.left > 0 && performance.now() < alone.untilMs;

/**
 * Returns the commands that are not tried again: the one that failed, and triggers and inbox rows that were in too many
 * failed batches. Until then a trigger fires again by itself, because its product may give up.
 */
function deadOf<P extends ProductTypes>(
  { quarantine }: Leadership<P>,
  batch: readonly PendingCommand<P>[],
  failed: PendingCommand<P> | undefined,
): readonly PendingCommand<P>[] {
  const suspected = failed === undefined ? batch.filter(({ record }) => record === undefined) : [failed];
  return suspected.filter(({ record, trigger, inboxId }) => {
    if (record !== undefined || (failed !== undefined && trigger === undefined)) return true;
    return quarantine.addFailure(trigger?.key ?? `inbox:${inboxId}`);
  });
}

const TRACES_MAX = 20;

/** Returns the trace ids of a batch's requests, as they appear in the callers' logs. */
const tracesOf = <P extends ProductTypes>(batch: readonly PendingCommand<P>[]): readonly string[] =>
  batch.flatMap(({ trace }) => (trace === undefined ? [] : traceIdOf(trace))).slice(0, TRACES_MAX);

type Failed = Pick<PendingCommand<ProductTypes>, 'rawPayload' | 'inboxId' | 'trace'>;

/**
 * Stores a command that failed on its own as a dead letter for manual inspection; health reports it until it is
 * resolved.
 */
export async function deadLetter<P extends ProductTypes>(
  { db, lease, shard, nextId, meter, log }: Leadership<P>,
  { rawPayload, inboxId, trace }: Failed,
  cause: unknown,
): Promise<void> {
  await transactOnce(db)(async (tx) => {
    await holdLease(tx, lease);
    const error = describeCause(cause);
    await store.insertDeadCommand(tx, { id: nextId(), shard: shard.name, command: rawPayload ?? null, error });
    await store.deleteInbox(tx, inboxId === undefined ? [] : [inboxId]);
  });
  log.error(
    { shard: shard.name, command: rawPayload, trace: trace && traceIdOf(trace), err: cause },
    'engine.command_dead',
  );
  meter.decided('dead', 1);
}

/** Describes an error by the one that caused it: the outer ones only say where it was caught. */
function describeCause(error: unknown): string {
  return error instanceof Error && error.cause !== undefined ? describeCause(error.cause) : String(error);
}

/** Dead-letters a command, answers its caller with `internal`, and quarantines its user. */
async function deadLetterAndRefuse<P extends ProductTypes>(
  leadership: Leadership<P>,
  pending: PendingCommand<P>,
  cause: unknown,
): Promise<void> {
  await deadLetter(leadership, pending, cause).catch((error: unknown) => {
    if (pending.record !== undefined) leadership.queue.putBack([pending]);
    throw error;
  });
  const { userId, record } = pending;
  if (userId !== undefined && record !== undefined) leadership.quarantine.addUser(userId);
  leadership.queue.settle(pending, { refused: 'internal' });
}

/**
 * Sends answers after the commit, then hints to other subscribers. Runs once the next batch, if any, has sent its first
 * statement, and so before that batch decides anything: sending takes a tenth of the time and overlaps with the
 * database's work.
 */
function finish<P extends ProductTypes>(
  { queue, product, bus, state, log, shard }: Leadership<P>,
  { settled, deferred, rows, atMs, trace }: Settled<P>,
): void {
  queue.putBack(deferred);
  // At once: the same trigger may fire again before the next batch.
  for (const { pending } of settled) if (pending.record === undefined) queue.settle(pending, undefined);
  const traces = tracesOf(settled.map(({ pending }) => pending));
  if (traces.length > 0) log.debug({ shard: shard.name, atMs, traces }, 'engine.batch_committed');
  setImmediate(() => {
    for (const { pending, reply } of settled)
      if (pending.record !== undefined) attempt(log, () => queue.settle(pending, reply));
    // After the answers have been sent.
    queueMicrotask(() =>
      attempt(log, () => {
        const updates = product.privateUpdates(state, rows);
        const pushes = updates.map((update) => ({ ...update, trace: trace.traceOf(update.subject) }));
        bus.publishAllSigned(`push.many.${shard.mode}`, pushes);
      }),
    );
  });
}

/** Runs a notification and logs its failure. The commit stands; a caller that was not notified retries. */
function attempt(log: Log, publish: () => void): void {
  try {
    publish();
  } catch (error) {
    log.error({ err: error }, 'engine.publish_failed');
  }
}
