import { setTimeout as pause } from 'node:timers/promises';
import { LEASE } from './terms.ts';
import type { OwnerEvent, Testbed } from './testbed.ts';

/** Paused owner: name, epoch, time of the pause, and its state in the database. */
export type Paused = {
  readonly name: string;
  readonly epoch: number;
  readonly atMs: number;
  readonly isInside: boolean;
  /** Account it holds locked, verified by trying to lock it. */
  readonly locked: string | undefined;
  /** First batch of a later epoch, or undefined if none arrived in time. */
  readonly successor: Promise<OwnerEvent | undefined>;
};

type Aim = { readonly inside: boolean; readonly delayMs: number; readonly withinMs: number };

const SETTLED_MS_MAX = 60_000;
const SETTLE_STATEMENT_MS = 20;
const TRIES_MAX = 40;
const INSIDE_MS_MAX = 5_000;
const AIMED_TRIES_MAX = 20;

/**
 * SIGSTOPs the owner of the lease, at a random moment or right after it reports being inside its transaction. If the
 * signal arrived too late for that, resumes it and tries again.
 */
export async function pauseOwner(testbed: Testbed, { inside, delayMs, withinMs }: Aim): Promise<Paused> {
  const { cluster } = testbed;
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const settled = await cluster.next(({ kind }) => kind === 'committed', SETTLED_MS_MAX);
    if (settled === undefined) throw new Error(`nobody committed a batch for ${SETTLED_MS_MAX} ms`);
    const { from: name, epoch } = settled;
    await pause(delayMs);
    if (inside) await cluster.next((event) => event.kind === 'inside' && event.epoch === epoch, INSIDE_MS_MAX);
    const atMs = Date.now();
    cluster.signal(name, 'SIGSTOP');
    const successor = cluster.next((event) => event.kind === 'committed' && event.epoch > epoch, withinMs);
    await pause(SETTLE_STATEMENT_MS); // A statement in flight completes; its transaction stays open.
    const seen = await lookAt(testbed, epoch);
    const isMissed = inside && seen?.locked === undefined && tries < AIMED_TRIES_MAX;
    if (seen !== undefined && !isMissed) return { name, epoch, atMs, successor, ...seen };
    cluster.signal(name, 'SIGCONT'); // It is outside, or just lost the lease; pause another one.
  }
  throw new Error(`whoever commits does not own the lease, ${TRIES_MAX} times in a row`);
}

async function lookAt(
  { eye, cluster }: Testbed,
  epoch: number,
): Promise<Pick<Paused, 'isInside' | 'locked'> | undefined> {
  const { rows } = await eye.query<{ state: string | null }>(
    `select a.state from lease l left join pg_stat_activity a on a.pid = l.pid and a.backend_start = l.backend_start
      where l.name = $1 and l.epoch = $2`,
    [LEASE, epoch],
  );
  const [owner] = rows;
  if (owner === undefined) return undefined;
  const isInside = owner.state === 'idle in transaction';
  const last = cluster.event.findLast((event) => event.kind === 'inside' && event.epoch === epoch);
  const account = last?.kind === 'inside' ? last.accounts[0] : undefined;
  const isLocked = isInside && account !== undefined && !(await canLockNow(eye, account));
  return { isInside, locked: isLocked ? account : undefined };
}

const LOCK_ACCOUNT = 'select from ledger_account where id = $1 for no key update';
const LOCK_NOT_AVAILABLE = '55P03';

async function canLockNow(eye: Testbed['eye'], account: string): Promise<boolean> {
  try {
    await eye.query(`${LOCK_ACCOUNT} nowait`, [account]);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) return false; // Any error may have a code.
    throw error;
  }
}

/** Waits for an account's lock like any other writer; returns the time it was granted, or undefined on timeout. */
export async function timeOfLock({ hand }: Testbed, account: string, withinMs: number): Promise<number | undefined> {
  await hand.query(`set lock_timeout = ${withinMs}`);
  try {
    await hand.query(LOCK_ACCOUNT, [account]);
    return Date.now();
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) return undefined; // As above.
    throw error;
  }
}
