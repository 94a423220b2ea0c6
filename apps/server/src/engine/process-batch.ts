import { beatLease } from '../platform/lease.ts';
import type { Log } from '../platform/log.ts';
import { transactOnce } from '../platform/transact.ts';
import { deadLetter } from './dead-letter.ts';
import { loadState } from './load-state.ts';
import type { PendingCommand } from './queue.ts';
import { runBatch, type Settled } from './run-batch.ts';
import type { Leadership } from './shard-parts.ts';

/**
 * Runs a batch and answers its callers. Where it fails and the lease still stands, the fault is in the batch: the state is
 * loaded anew and the commands run one by one, so that a bad one stops only itself. Where the lease does not stand, or
 * nobody can say, the term is over; what was in the batch is asked again from the records by whoever owns the shard next.
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

/** Throws where this process is owner no more; the batch then waits for whoever is. */
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
 * Also a batch of one is run once more: what failed may have been the moment, or somebody else's haste. Whoever must wait is
 * put back in order, and their later commands with them.
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

/** The requests of a batch, as their callers' logs name them. */
const tracesOf = <Command>(batch: readonly PendingCommand<Command>[]): readonly string[] =>
  batch.flatMap(({ trace }) => trace ?? []).slice(0, TRACES_MAX);

/** Its caller is told that it is our fault. */
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
 * After the commit: answers first, then whoever else wants to know. Said as soon as the next batch, if there is one, has its
 * first statement on the way, and so before it decides anything: to talk while the database works is a tenth of the time.
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

/** What is committed is committed: whoever could not be told asks again. */
function attempt(log: Log, publish: () => void): void {
  try {
    publish();
  } catch (error) {
    log.error({ err: error }, 'somebody could not be told');
  }
}
