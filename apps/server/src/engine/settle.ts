import { beatLease, holdLease } from '../platform/db/lease.ts';
import { transactOnce } from '../platform/db/transact.ts';
import type { Log } from '../platform/process/log.ts';
import { traceIdOf } from '../platform/process/trace.ts';
import { runBatch, type Settled } from './batch.ts';
import * as store from './engine.store.ts';
import { findFailed } from './find-failure.ts';
import { type Leadership, loadState } from './leadership.ts';
import type { ProductTypes } from './product.ts';
import { isTriggeredOnly, type PendingCommand } from './queue.ts';

/**
 * Runs a batch and answers its callers. If it fails while the lease is still held, the fault is in the batch: the state
 * is reloaded once, the command that caused it becomes a dead letter, and the others run again; if the cause is not
 * known, each of them alone. Returns whether any command was settled. If the lease is lost, or that cannot be determined, leadership ends; the shard's next owner
 * resolves the batch from the idempotency records.
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
    return settled.settled.length > 0;
  } catch (error) {
    const failed = await reloadOrStepDown(leadership, batch, error);
    const about = { shard: leadership.shard.name, err: error, commands: batch.length, traces: tracesOf(batch) };
    leadership.log.error(about, 'engine.batch_failed');
    leadership.queue.putBack(remainingOf(batch, failed));
    for (const dead of deadOf(leadership, batch, failed)) await deadLetterAndRefuse(leadership, dead, error);
    return true;
  }
}

/**
 * Returns the commands that are not tried again: the one that failed, and triggers that were in too many failed batches.
 * Until then a trigger fires again by itself.
 */
function deadOf<P extends ProductTypes>(
  { quarantine }: Leadership<P>,
  batch: readonly PendingCommand<P>[],
  failed: PendingCommand<P> | undefined,
): readonly PendingCommand<P>[] {
  const suspected = failed === undefined ? batch.filter(isTriggeredOnly) : [failed];
  return suspected.filter((pending) => !isTriggeredOnly(pending) || quarantine.addFailure(pending.trigger?.key ?? ''));
}

/**
 * Reloads the state and returns the command that failed, if it is known. Throws if this process no longer owns the
 * shard; the batch then waits for the next owner.
 */
async function reloadOrStepDown<P extends ProductTypes>(
  leadership: Leadership<P>,
  batch: readonly PendingCommand<P>[],
  error: unknown,
): Promise<PendingCommand<P> | undefined> {
  try {
    await beatLease(transactOnce(leadership.db), leadership.lease);
    const failed = await findFailed(leadership, error);
    Object.assign(leadership, await loadState(leadership));
    const [alone] = batch;
    return failed ?? (batch.length === 1 && alone?.isSuspect === true ? alone : undefined);
  } catch (cause) {
    leadership.queue.putBack(batch.filter((pending) => !isTriggeredOnly(pending)));
    throw cause;
  }
}

/**
 * Returns the commands to run again: alone if any of them may be the cause. Even a batch of one is run again, because its
 * failure may have been transient. Commands that exist in memory only are triggered again by the reloaded state.
 */
function remainingOf<P extends ProductTypes>(
  batch: readonly PendingCommand<P>[],
  failed: PendingCommand<P> | undefined,
): readonly PendingCommand<P>[] {
  const remaining = batch.filter((pending) => pending !== failed && !isTriggeredOnly(pending));
  for (const pending of remaining) pending.isSuspect = failed === undefined;
  return remaining;
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
    if (!isTriggeredOnly(pending)) leadership.queue.putBack([pending]);
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
    attempt(log, () => {
      for (const { subject, message } of product.privateUpdates(state, rows))
        trace.publishFor(subject, () => bus.publishSigned(subject, message));
    });
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
