import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { beatLease, Fenced, holdLease } from '../platform/db/lease.ts';
import { transactOnce } from '../platform/db/transact.ts';
import { BatchFailed, writeEffects } from './batch.ts';
import { type Decided, DecisionFailed } from './decide.ts';
import type { Leadership } from './leadership.ts';
import type { ProductTypes } from './product.ts';
import type { PendingCommand } from './queue.ts';

/**
 * Finds the command that made a batch fail, without the state, which the batch has changed: the one whose decision threw,
 * or the one whose effects the database refuses. Undefined if the cause lies elsewhere.
 */
export async function findFailed<P extends ProductTypes>(
  leadership: Leadership<P>,
  error: unknown,
): Promise<PendingCommand<P> | undefined> {
  const { cause, decided } = error instanceof BatchFailed ? (error as BatchFailed<P>) : { cause: error };
  if (cause instanceof DecisionFailed) return (cause as DecisionFailed<P>).pending; // Thrown by this batch.
  if (decided === undefined || !isRefusal(cause)) return undefined;
  return await findRefused(leadership, decided.done).catch((failure: unknown) => {
    if (failure instanceof Fenced) throw failure;
    leadership.log.warn({ shard: leadership.shard.name, err: failure }, 'engine.failure_not_found');
    return undefined;
  });
}

/** Classes of errors that the data itself causes: a value, a constraint, a rule of ours (P0 and LG). */
const DATA_CLASSES = new Set(['22', '23', 'P0', 'LG']);

const isRefusal = (error: unknown): boolean =>
  error instanceof DatabaseError && DATA_CLASSES.has(error.code?.slice(0, 2) ?? '');

/** Finds the end of the shortest run of commands, from the first, whose effects the database refuses. */
async function findRefused<P extends ProductTypes>(
  leadership: Leadership<P>,
  done: Decided<P>['done'],
): Promise<PendingCommand<P> | undefined> {
  let accepted = 0;
  let refused = done.length;
  if (!(await isRefused(leadership, done))) return undefined;
  while (refused - accepted > 1) {
    await beatLease(transactOnce(leadership.db), leadership.lease); // What is rolled back renews no lease.
    const middle = Math.floor((accepted + refused) / 2);
    if (await isRefused(leadership, done.slice(0, middle))) refused = middle;
    else accepted = middle;
  }
  return done[refused - 1]?.pending;
}

class Accepted extends Error {}

/** Returns whether the database refuses these effects. They are rolled back in any case. */
async function isRefused<P extends ProductTypes>(
  leadership: Leadership<P>,
  done: Decided<P>['done'],
): Promise<boolean> {
  try {
    return await transactOnce(leadership.db)(async (tx): Promise<never> => {
      await holdLease(tx, leadership.lease);
      await sql`set local lock_timeout = '500ms'`.execute(tx); // Nothing is locked beforehand here.
      await writeEffects(tx, leadership, { done, settled: [] });
      throw new Accepted();
    });
  } catch (error) {
    if (error instanceof Accepted) return false;
    if (isRefusal(error)) return true;
    throw error;
  }
}
