import { setTimeout as pause } from 'node:timers/promises';
import { type Db, openDatabase } from '../db/database.ts';
import { beatWhile, type Candidate, runCandidate } from '../db/leadership.ts';
import { beatLease, Fenced, type Lease } from '../db/lease.ts';
import { guardDatabase } from '../db/safe-database.ts';
import { transactOn } from '../db/transact.ts';
import type { readCustodyConfig } from './config.ts';
import { type Log, openLog } from './log.ts';
import { createRegistry } from './metrics.ts';
import { serveProcess } from './process.ts';
import { startTracing } from './start-tracing.ts';
import { untilStopped } from './stop.ts';
import { stopOnUncaught } from './uncaught.ts';

const STALE_AFTER_MS = 600;
const POLL_EVERY_MS = 100;
const HOLD_EVERY_MS = 200;

/** What the leader does, again and again: one round, with everything it writes fenced by the lease. */
export type LeasedWork = { readonly everyMs: number; readonly round: (lease: Lease) => Promise<void> };

type Opened = {
  /** The one connection the leader writes through: a successor terminates its backend. */
  readonly db: Db;
  readonly log: Log;
};

/** The variables of every process with one leader. */
type LeasedVariable = Exclude<
  keyof ReturnType<typeof readCustodyConfig>,
  `ETHEREUM_${string}` | `WITHDRAWAL_${string}` | 'ADMIN_URL' | 'CUSTODY_POLL_MS'
>;

type Options = {
  readonly name: string;
  readonly config: Pick<ReturnType<typeof readCustodyConfig>, LeasedVariable>;
  /** Undefined: it only holds its lease, so that no other process can. */
  readonly openWork: (opened: Opened) => Promise<LeasedWork | undefined>;
};

/** Waits for a lease, works while it holds it, and releases it at the end. */
export async function runLeasedProcess({ name, config, openWork }: Options): Promise<void> {
  const log = openLog(name, config.LOG_LEVEL);
  stopOnUncaught(log);
  await startTracing(name, config, log);
  const { db, close } = openDatabase({ url: config.DATABASE_URL, connectionsMax: 1, name }, log);
  const checkDatabase = await guardDatabase(db, { log, everyMs: config.DATABASE_CHECK_EVERY_MS });
  const work = await openWork({ db, log });
  let isLeader = false;
  const problems: { lease?: string; work?: string } = {};
  const noteLease = (error?: unknown) => {
    if (error === undefined || error instanceof Fenced) delete problems.lease;
    else problems.lease = String(error);
  };
  const beat = async (lease: Lease): Promise<void> => {
    await beatLease(transactOn(db), lease).then(
      () => noteLease(),
      (error: unknown) => {
        if (error instanceof Fenced) throw error;
        noteLease(error);
        log.warn({ err: error }, 'lease.renewal_failed');
      },
    );
  };
  /** A failed round is tried again: whatever it had begun is rolled back or written whole. */
  const runRound = async (lease: Lease, round: LeasedWork['round']): Promise<void> => {
    try {
      await beatWhile(round(lease), { everyMs: HOLD_EVERY_MS, beat: () => beat(lease) });
      delete problems.work;
    } catch (error) {
      if (error instanceof Fenced) throw error;
      if (problems.work === undefined) log.warn({ err: error }, `${name}.round_failed`);
      problems.work = (error as Error).message; // Only Error objects are thrown.
    }
  };
  const lead = async (lease: Lease, signal: AbortSignal) => {
    isLeader = true;
    try {
      noteLease();
      for (let dueMs = 0; !signal.aborted; ) {
        await pause(Math.min(HOLD_EVERY_MS, work?.everyMs ?? HOLD_EVERY_MS), undefined, { signal }).catch(() => {}); // Aborted by the stop.
        await beat(lease);
        if (work === undefined || signal.aborted || performance.now() < dueMs) continue;
        dueMs = performance.now() + work.everyMs;
        await runRound(lease, work.round);
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
    lead,
    whileWaiting: () => {
      noteLease();
      delete problems.work;
      return Promise.resolve();
    },
    onFailure: noteLease,
  };
  const check = () => Promise.resolve(Object.entries(problems).map(([what, problem]) => `${what}: ${problem}`));
  const describe = () => ({ lease: isLeader ? 'owner' : 'waiting' });
  const view = { checks: [checkDatabase, check], describe, registry: createRegistry(name) };
  const health = await serveProcess(view, config);
  log.info({ health: health.address() }, `${name}.ready`);
  await untilStopped(config.SHUTDOWN_GRACE_MS, log, (signal) => runCandidate(candidate, signal));
  health.close();
  await close();
  log.info(`${name}.stopped`);
}
