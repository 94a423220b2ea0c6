import type { ControlledTransaction } from 'kysely';
import { DatabaseError } from 'pg';
import { type Db, type NoTables, NotSent, RolledBack, type Tx, withPipeline } from './database.ts';

/** Runs work in one transaction: all of it or none. Only a use case calls this; inside, `tx` is the only handle. */
export type Transact = <Value>(work: (tx: Tx) => Promise<Value>) => Promise<Value>;

/**
 * The connection died during COMMIT: the outcome is unknown here, and must be read from the idempotency record or the
 * ledger, never guessed.
 */
export class ResultUnknown extends Error {
  constructor(cause: unknown) {
    super('the result of a commit is unknown', { cause });
    this.name = 'ResultUnknown';
  }
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const IDLE_IN_TRANSACTION = '25P03';
const TRIES = 4;

/**
 * Runs transactions, and retries those that lost a race or timed out: the database rolled them back completely, so
 * repeating them is safe.
 */
export function transactOn(db: Db): Transact {
  return async (work) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await runOnce(db, work);
      } catch (error) {
        if (attempt === TRIES || !(isLostRace(error) || isIdleTimeout(error))) throw error;
      }
    }
  };
}

/** Runs transactions without a retry: for work that has changed more than the database by the time it fails. */
export const transactOnce =
  (db: Db): Transact =>
  (work) =>
    runOnce(db, work);

async function runOnce<Value>(db: Db, work: (tx: Tx) => Promise<Value>): Promise<Value> {
  const tx = await db.startTransaction().setIsolationLevel('read committed').execute();
  const pipelinedTx = await withPipeline(db, tx);
  try {
    const value = await work(pipelinedTx.tx);
    pipelinedTx.end();
    await commit(tx);
    return value;
  } catch (error) {
    pipelinedTx.end();
    // Returns the connection to the pool, also after a failed commit. If it is gone, the server rolls back by itself;
    // the first error is the one to report.
    await tx
      .rollback()
      .execute()
      .catch(() => {});
    throw error;
  }
}

async function commit(tx: ControlledTransaction<NoTables>): Promise<void> {
  try {
    await tx.commit().execute();
  } catch (error) {
    // A refusal by the server is an answer (e.g. a deferred constraint). A missing response is not.
    const isAnswer = error instanceof RolledBack || error instanceof NotSent || error instanceof DatabaseError;
    if (isAnswer && !isShutdown(error)) throw error;
    throw new ResultUnknown(error);
  }
}

/** Class 57P: the server is shutting down, and COMMIT may or may not have been written. */
const isShutdown = (error: Error) => error instanceof DatabaseError && error.code?.startsWith('57P') === true;

const isLostRace = (error: unknown) =>
  error instanceof DatabaseError && (error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK_DETECTED);

/**
 * Whether this process paused between two statements for longer than the database holds locks for it. The error arrives
 * as the answer to the next statement, or earlier; then the statement is never sent, not even COMMIT.
 */
export const isIdleTimeout = (error: unknown) =>
  (error instanceof DatabaseError && error.code === IDLE_IN_TRANSACTION) || error instanceof NotSent;

const IN_FAILED_TRANSACTION = '25P02';

/**
 * Issues several statements of one transaction at once. The server runs them one after the other, in the order of issue;
 * each is built, and on a pipelining connection sent, while it executes the previous one. A failure is thrown only after
 * all have ended, so that none of them runs after the rollback: the one that failed first, not those it made fail.
 */
export async function pipelined<Work extends readonly unknown[] | []>(
  work: Work,
): Promise<{ -readonly [At in keyof Work]: Awaited<Work[At]> }> {
  const failures: { readonly error: unknown }[] = []; // In the order of time.
  const noteFailure = (error: unknown) => void failures.push({ error });
  const results = await Promise.all(work.map((each) => Promise.resolve(each).catch(noteFailure)));
  const failure = failures.find(({ error }) => !isConsequence(error)) ?? failures[0];
  if (failure !== undefined) throw failure.error;
  return results as { -readonly [At in keyof Work]: Awaited<Work[At]> }; // None failed.
}

const isConsequence = (error: unknown) => error instanceof DatabaseError && error.code === IN_FAILED_TRANSACTION;
