import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type Db, openDatabase } from '../db/database.ts';
import { beatLease, Fenced, type Lease, releaseLease, takeLease } from '../db/lease.ts';
import { refuseUnsafeDatabase } from '../db/safe-database.ts';
import { transactOn } from '../db/transact.ts';
import type { readLeaseConfig } from './config.ts';
import { type Log, openLog } from './log.ts';
import { answerHealth, listen } from './process.ts';
import { untilStopped } from './stop.ts';
import { stopOnUncaught } from './uncaught.ts';

const STALE_AFTER_MS = 600;
const POLL_EVERY_MS = 100;
const HOLD_EVERY_MS = 200;

/** A process's view of its lease; `problem` is why the last round failed. */
export type LeaseHolder = { lease: Lease | undefined; problem: string | undefined };

/** Waits for a lease, holds it, and releases it at the end: a process without work yet. */
export async function runIdleProcess(name: string, config: ReturnType<typeof readLeaseConfig>): Promise<void> {
  const log = openLog(name, config.LOG_LEVEL);
  stopOnUncaught(log);
  // One connection: a successor terminates its backend.
  const { db, close } = openDatabase({ url: config.DATABASE_URL, connectionsMax: 1, name }, log);
  await refuseUnsafeDatabase(db);
  const holder: LeaseHolder = { lease: undefined, problem: undefined };
  const check = () => Promise.resolve(holder.problem === undefined ? [] : [`lease: ${holder.problem}`]);
  const describe = () => ({ lease: holder.lease === undefined ? 'waiting' : 'owner' });
  const health = await listen(answerHealth([check], describe), { port: config.HEALTH_PORT });
  log.info({ health: health.address() }, `${name}.ready`);
  await untilStopped(config.SHUTDOWN_GRACE_MS, log, (signal) => holdLeaseLoop({ db, name, holder, log }, signal));
  health.close();
  await close();
  log.info(`${name}.stopped`);
}

type Keeper = { readonly db: Db; readonly name: string; readonly holder: LeaseHolder; readonly log: Log };

/** Polls while another process owns the lease, holds it while this one does, releases it on stop. */
export async function holdLeaseLoop(keeper: Keeper, signal: AbortSignal): Promise<void> {
  const { db, holder, log } = keeper;
  while (!signal.aborted) {
    await takeOrHold(keeper).catch((error: unknown) => {
      if (error instanceof Fenced) holder.lease = undefined;
      holder.problem = error instanceof Fenced ? undefined : String(error);
      log.warn({ err: error }, 'lease.renewal_failed');
    });
    const waitMs = holder.lease === undefined ? POLL_EVERY_MS : HOLD_EVERY_MS;
    await pause(waitMs, undefined, { signal }).catch(() => {}); // Aborted by the stop.
  }
  if (holder.lease === undefined) return;
  // Without the database the successor waits until the lease is stale.
  await releaseLease(db, holder.lease).catch((error: unknown) => log.warn({ err: error }, 'lease.release_failed'));
}

async function takeOrHold({ db, name, holder, log }: Keeper): Promise<void> {
  const { lease } = holder;
  if (lease !== undefined) {
    await beatLease(transactOn(db), lease);
  } else {
    holder.lease = await takeLease(db, { name, owner: `${hostname()}:${process.pid}`, staleAfterMs: STALE_AFTER_MS });
    if (holder.lease !== undefined) log.info({ epoch: String(holder.lease.epoch) }, 'lease.acquired');
  }
  holder.problem = undefined;
}
