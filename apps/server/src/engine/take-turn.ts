import { assert } from '@app/base';
import { beatLease, holdLease } from '../platform/lease.ts';
import { transactOnce } from '../platform/transact.ts';
import * as store from './engine.store.ts';
import { loadState } from './load-state.ts';
import type { Waiting } from './queue.ts';
import { runBatch, type Settled } from './run-batch.ts';
import type { Term } from './shard-parts.ts';

/**
 * Runs a batch and answers its callers. Where it fails and the lease still stands, the fault is in the batch: the state is
 * loaded anew and the commands run one by one, so that a bad one stops only itself. Where the lease does not stand, or
 * nobody can say, the term is over; what was in the batch is asked again from the records by whoever owns the shard next.
 */
export async function takeTurn<State, Command, Facts, Rows>(
  term: Term<State, Command, Facts, Rows>,
  batch: readonly Waiting<Command>[],
): Promise<void> {
  const tellRefused = term.queue.takeRefused();
  try {
    finish(term, await runBatch(term, batch));
    tellRefused();
  } catch (error) {
    await standOrLeave(term, batch);
    term.log.error({ error: String(error), commands: batch.length }, 'a batch failed; its commands run one by one');
    await runAlone(term, batch, error);
  }
}

/** Throws where this process is owner no more; the batch then waits for whoever is. */
async function standOrLeave<State, Command, Facts, Rows>(
  term: Term<State, Command, Facts, Rows>,
  batch: readonly Waiting<Command>[],
): Promise<void> {
  try {
    await beatLease(transactOnce(term.db), term.lease);
    term.state = await loadState(term);
  } catch (error) {
    term.queue.putBack(batch);
    throw error;
  }
}

async function runAlone<State, Command, Facts, Rows>(
  term: Term<State, Command, Facts, Rows>,
  batch: readonly Waiting<Command>[],
  cause: unknown,
): Promise<void> {
  const [only, ...more] = batch;
  assert(only !== undefined, 'a batch has a command');
  if (more.length === 0) return await bury(term, only, cause);
  for (const [at, waiting] of batch.entries()) {
    try {
      finish(term, await runBatch(term, [waiting]));
    } catch (error) {
      await standOrLeave(term, batch.slice(at));
      await bury(term, waiting, error);
    }
  }
}

/** Laid aside for somebody to look at; its caller is told that it is our fault. */
async function bury<State, Command, Facts, Rows>(
  term: Term<State, Command, Facts, Rows>,
  waiting: Waiting<Command>,
  cause: unknown,
): Promise<void> {
  const { shard, queue, meter, nextId, log } = term;
  await transactOnce(term.db)(async (tx) => {
    await holdLease(tx, term.lease);
    const dead = { id: nextId(), shard: shard.name, command: waiting.said, error: String(cause) };
    await store.insertDeadCommand(tx, dead);
    await store.deleteInbox(tx, waiting.inboxId === undefined ? [] : [waiting.inboxId]);
  }).catch((error: unknown) => {
    queue.putBack([waiting]);
    throw error;
  });
  log.error({ command: waiting.said, error: String(cause) }, 'a command failed alone and was laid aside');
  meter.decided('dead', 1);
  queue.settle(waiting, { refused: 'internal' });
}

/** After the commit: answers first, then whoever else wants to know. */
function finish<State, Command, Facts, Rows>(
  { queue, product, bus, state }: Term<State, Command, Facts, Rows>,
  { settled, deferred, rows }: Settled<Command, Rows>,
): void {
  queue.putBack(deferred);
  for (const { waiting, reply } of settled) queue.settle(waiting, reply);
  for (const { subject, message } of product.tell(state, rows)) bus.hint(subject, message);
}
