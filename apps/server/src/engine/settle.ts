import { beatLease, holdLease } from '../platform/db/lease.ts';
import { transactOnce } from '../platform/db/transact.ts';
import type { Log } from '../platform/process/log.ts';
import { runBatch, type Settled } from './batch.ts';
import * as store from './engine.store.ts';
import { type Leadership, loadState } from './leadership.ts';
import type { ProductTypes } from './product.ts';
import type { PendingCommand } from './queue.ts';

/**
 * Runs a batch and answers its callers. If it fails while the lease is still held, the fault is in the batch: the state
 * is reloaded and the commands run one by one, so that a bad one stops only itself. If the lease is lost, or that
 * cannot be determined, leadership ends; the shard's next owner resolves the batch from the idempotency records.
 */
export async function processBatch<P extends ProductTypes>(
  leadership: Leadership<P>,
  batch: readonly PendingCommand<P>[],
): Promise<void> {
  const sendRefusals = leadership.queue.takeRefused();
  try {
    finish(leadership, await runBatch(leadership, batch));
    sendRefusals();
  } catch (error) {
    await reloadOrStepDown(leadership, batch);
    const about = { shard: leadership.shard.name, err: error, commands: batch.length, traces: tracesOf(batch) };
    leadership.log.error(about, 'engine.batch_failed');
    await runAlone(leadership, batch);
  }
}

/** Reloads the state, or throws if this process no longer owns the shard; the batch then waits for the next owner. */
async function reloadOrStepDown<P extends ProductTypes>(
  leadership: Leadership<P>,
  batch: readonly PendingCommand<P>[],
): Promise<void> {
  try {
    await beatLease(transactOnce(leadership.db), leadership.lease);
    leadership.state = await loadState(leadership);
    leadership.replayLastTicks();
  } catch (error) {
    leadership.queue.putBack(batch);
    throw error;
  }
}

/**
 * Runs commands one by one. Even a batch of one is run again: the failure may have been transient or caused by a
 * conflict. Deferred commands are put back in order, together with the same user's later ones.
 */
async function runAlone<P extends ProductTypes>(
  leadership: Leadership<P>,
  batch: readonly PendingCommand<P>[],
): Promise<void> {
  const left: PendingCommand<P>[] = [];
  const mustWait = ({ userId }: PendingCommand<P>) => userId !== undefined && left.some((it) => it.userId === userId);
  for (const [index, pending] of batch.entries()) {
    if (mustWait(pending)) left.push(pending);
    else {
      try {
        const result = await runBatch(leadership, [pending]);
        left.push(...result.deferred);
        finish(leadership, { ...result, deferred: [] });
      } catch (error) {
        await reloadOrStepDown(leadership, [...left, ...batch.slice(index)]);
        await deadLetterAndRefuse(leadership, pending, error);
      }
    }
  }
  leadership.queue.putBack(left);
}

const TRACES_MAX = 20;

/** Returns the trace ids of a batch's requests, as they appear in the callers' logs. */
const tracesOf = <P extends ProductTypes>(batch: readonly PendingCommand<P>[]): readonly string[] =>
  batch.flatMap(({ trace }) => trace ?? []).slice(0, TRACES_MAX);

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
    await store.insertDeadCommand(tx, { id: nextId(), shard: shard.name, command: rawPayload, error: String(cause) });
    await store.deleteInbox(tx, inboxId === undefined ? [] : [inboxId]);
  });
  log.error({ shard: shard.name, command: rawPayload, trace, err: cause }, 'engine.command_dead');
  meter.decided('dead', 1);
}

/** Dead-letters a command and answers its caller with `internal`. */
async function deadLetterAndRefuse<P extends ProductTypes>(
  leadership: Leadership<P>,
  pending: PendingCommand<P>,
  cause: unknown,
): Promise<void> {
  await deadLetter(leadership, pending, cause).catch((error: unknown) => {
    leadership.queue.putBack([pending]);
    throw error;
  });
  leadership.queue.settle(pending, { refused: 'internal' });
}

/**
 * Sends answers after the commit, then hints to other subscribers. Runs once the next batch, if any, has sent its first
 * statement, and so before that batch decides anything: sending takes a tenth of the time and overlaps with the
 * database's work.
 */
function finish<P extends ProductTypes>(
  { queue, product, bus, state, log, shard }: Leadership<P>,
  { settled, deferred, rows, atMs }: Settled<P>,
): void {
  queue.putBack(deferred);
  const traces = tracesOf(settled.map(({ pending }) => pending));
  if (traces.length > 0) log.debug({ shard: shard.name, atMs, traces }, 'engine.batch_committed');
  setImmediate(() => {
    for (const { pending, reply } of settled) attempt(log, () => queue.settle(pending, reply));
    attempt(log, () => {
      for (const { subject, message } of product.privateUpdates(state, rows)) bus.publishSigned(subject, message);
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
