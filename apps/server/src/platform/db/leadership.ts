import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../process/log.ts';
import type { Db } from './database.ts';
import { type Lease, releaseLease, takeLease } from './lease.ts';

/** A process that wants to hold one lease, and what it does while it holds it. */
export type Candidate = {
  /** The one connection the leader writes through: a successor terminates its backend. */
  readonly db: Db;
  readonly name: string;
  readonly log: Log;
  /** Age at which a silent leader's lease may be taken. */
  readonly staleAfterMs: number;
  /** Pause between two attempts. */
  readonly pauseMs: () => number;
  /**
   * Leads until the signal aborts. When it returns, the lease is released. When it throws, the lease is left to become
   * stale: this process may no longer hold it, or its transaction may still run.
   */
  readonly lead: (lease: Lease, signal: AbortSignal) => Promise<void>;
  /** Runs after an attempt that found another leader alive. */
  readonly whileWaiting?: () => Promise<void>;
  /** Receives the error of a failed attempt or of a leadership that ended by itself. */
  readonly onFailure?: (error: unknown) => void;
};

/** Waits for the lease, leads while this process holds it, and starts again until the signal aborts. */
export async function runCandidate(candidate: Candidate, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await attempt(candidate, signal).catch((error: unknown) => {
      candidate.onFailure?.(error);
      candidate.log.warn({ lease: candidate.name, err: error }, 'leadership.failed');
    });
    if (!signal.aborted) await pause(candidate.pauseMs(), undefined, { signal }).catch(() => {}); // Ends early on shutdown.
  }
}

async function attempt(candidate: Candidate, signal: AbortSignal): Promise<void> {
  const { db, name, log, staleAfterMs } = candidate;
  const lease = await takeLease(db, { name, owner: `${hostname()}:${process.pid}`, staleAfterMs });
  if (lease === undefined) {
    await candidate.whileWaiting?.();
    return;
  }
  log.info({ lease: name, epoch: String(lease.epoch) }, 'lease.acquired');
  await candidate.lead(lease, signal);
  // If the database is unreachable, the successor waits until the lease is stale.
  await releaseLease(db, lease).catch((error: unknown) =>
    log.warn({ lease: name, err: error }, 'lease.release_failed'),
  );
}

/**
 * Sends heartbeats until slow work has ended, and returns its result: two processes that each found the other silent
 * would alternate forever. A failed heartbeat throws first.
 */
export async function beatWhile<Result>(
  work: Promise<Result>,
  { everyMs, beat }: { readonly everyMs: number; readonly beat: () => Promise<unknown> },
): Promise<Result> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  const settled = work.then(end, end);
  while (!isDone) {
    await beat();
    await Promise.race([settled, pause(everyMs)]);
  }
  return await work;
}
