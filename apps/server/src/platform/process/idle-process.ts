import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../db/database.ts';
import { type Candidate, runCandidate } from '../db/leadership.ts';
import { beatLease, Fenced, type Lease } from '../db/lease.ts';
import { guardDatabase } from '../db/safe-database.ts';
import { transactOn } from '../db/transact.ts';
import type { readLeaseConfig } from './config.ts';
import { openLog } from './log.ts';
import { createRegistry } from './metrics.ts';
import { serveProcess } from './process.ts';
import { startTracing } from './start-tracing.ts';
import { untilStopped } from './stop.ts';
import { stopOnUncaught } from './uncaught.ts';

const STALE_AFTER_MS = 600;
const POLL_EVERY_MS = 100;
const HOLD_EVERY_MS = 200;

/** Waits for a lease, holds it, and releases it at the end: a process without work yet. */
export async function runIdleProcess(name: string, config: ReturnType<typeof readLeaseConfig>): Promise<void> {
  const log = openLog(name, config.LOG_LEVEL);
  stopOnUncaught(log);
  await startTracing(name, config, log);
  // One connection: a successor terminates its backend.
  const { db, close } = openDatabase({ url: config.DATABASE_URL, connectionsMax: 1, name }, log);
  const checkDatabase = await guardDatabase(db, { log, everyMs: config.DATABASE_CHECK_EVERY_MS });
  let isLeader = false;
  let problem: string | undefined;
  const noteProblem = (error: unknown) => {
    problem = error instanceof Fenced ? undefined : String(error);
  };
  const hold = async (lease: Lease, signal: AbortSignal) => {
    isLeader = true;
    try {
      for (problem = undefined; !signal.aborted; ) {
        await pause(HOLD_EVERY_MS, undefined, { signal }).catch(() => {}); // Aborted by the stop.
        await beatLease(transactOn(db), lease).then(
          () => {
            problem = undefined;
          },
          (error: unknown) => {
            if (error instanceof Fenced) throw error;
            noteProblem(error);
            log.warn({ err: error }, 'lease.renewal_failed');
          },
        );
      }
    } finally {
      isLeader = false;
    }
  };
  const candidate: Candidate = {
    db,
    name,
    log,
    staleAfterMs: STALE_AFTER_MS,
    pauseMs: () => POLL_EVERY_MS,
    lead: hold,
    whileWaiting: () => {
      problem = undefined;
      return Promise.resolve();
    },
    onFailure: noteProblem,
  };
  const check = () => Promise.resolve(problem === undefined ? [] : [`lease: ${problem}`]);
  const describe = () => ({ lease: isLeader ? 'owner' : 'waiting' });
  const view = { checks: [checkDatabase, check], describe, registry: createRegistry(name) };
  const health = await serveProcess(view, config);
  log.info({ health: health.address() }, `${name}.ready`);
  await untilStopped(config.SHUTDOWN_GRACE_MS, log, (signal) => runCandidate(candidate, signal));
  health.close();
  await close();
  log.info(`${name}.stopped`);
}
