import { beatLease } from '../platform/db/lease.ts';
import { transactOnce } from '../platform/db/transact.ts';
import type { Log } from '../platform/process/log.ts';
import { deadLetter } from './dead-letter.ts';
import { loadState } from './load-state.ts';
import type { PendingCommand } from './queue.ts';
import { runBatch, type Settled } from './run-batch.ts';
import type { Leadership } from './shard-parts.ts';

/**
 * Runs a batch and answers its callers. If it fails while the lease is still held, the fault is in the batch: the state
 * is reloaded and the commands run one by one, so that a bad one stops only itself. If the lease is lost, or that
 * cannot be determined, leadership ends; the shard's next owner resolves the batch from the idempotency records.
 */
export async function processBatch<State, Command, Facts, Rows>(
  leadership: Leadership<State, Command, Facts, Rows>,
  batch: readonly PendingCommand<Command>[],
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
async function reloadOrStepDown<State, Command, Facts, Rows>(
  leadership: Leadership<State, Command, Facts, Rows>,
  batch: readonly PendingCommand<Command>[],
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
async function runAlone<State, Command, Facts, Rows>(
  leadership: Leadership<State, Command, Facts, Rows>,
  batch: readonly PendingCommand<Command>[],
): Promise<void> {
  const left: PendingCommand<Command>[] = [];
  const mustWait = ({ userId }: PendingCommand<Command>) =>
    userId !== undefined && left.some((it) => it.userId === userId);
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
const tracesOf = <Command>(batch: readonly PendingCommand<Command>[]): readonly string[] =>
  batch.flatMap(({ trace }) => trace ?? []).slice(0, TRACES_MAX);

/** Dead-letters a command and answers its caller with `internal`. */
async function deadLetterAndRefuse<State, Command, Facts, Rows>(
  leadership: Leadership<State, Command, Facts, Rows>,
  pending: PendingCommand<Command>,
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
function finish<State, Command, Facts, Rows>(
  { queue, product, bus, state, log, shard }: Leadership<State, Command, Facts, Rows>,
  { settled, deferred, rows, atMs }: Settled<Command, Rows>,
): void {
  queue.putBack(deferred);
  const traces = tracesOf(settled.map(({ pending }) => pending));
  if (traces.length > 0) log.debug({ shard: shard.name, atMs, traces }, 'engine.batch_committed');
  setImmediate(() => {
    for (const { pending, reply } of settled) attempt(log, () => queue.settle(pending, reply));
    attempt(log, () => {
      for (const { subject, message } of product.privateUpdates(state, rows)) bus.publish(subject, message);
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
