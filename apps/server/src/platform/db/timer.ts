import { sql } from 'kysely';
import type { Log } from '../process/log.ts';
import type { Tx } from './database.ts';
import type { Transact } from './transact.ts';

/** Future event with business meaning: a settlement, an expiry, a maturity. */
export type Timer = { readonly kind: string; readonly ref: string };

/** Effects by timer kind, run in the transaction that ends the timer. */
export type TimerEffects = Readonly<Record<string, (tx: Tx, ref: string) => Promise<void>>>;

/** Delay before a failing effect is retried, doubled each time, at most an hour apart; it is never dropped. */
const RETRY_FIRST_SECONDS = 1;

/** Sets a timer in the transaction that requires it. The same (kind, ref) again reschedules it. */
export async function setTimer(tx: Tx, timer: Timer, dueAt: Date): Promise<void> {
  await sql`
    insert into timer (kind, ref, due_at) values (${timer.kind}, ${timer.ref}, ${dueAt})
    on conflict (kind, ref) do update set due_at = excluded.due_at, failures = 0, error = null`.execute(tx);
}

export async function cancelTimer(tx: Tx, timer: Timer): Promise<void> {
  await sql`delete from timer where kind = ${timer.kind} and ref = ${timer.ref}`.execute(tx);
}

/**
 * Runs the longest-due timer, if any: claim, effect and end are one transaction, so it happens once, even if a process
 * dies in between. Several workers may call this at once.
 */
export async function runDueTimer(transact: Transact, effects: TimerEffects, log: Log): Promise<boolean> {
  let claimed: Timer | undefined;
  try {
    return await transact(async (tx) => {
      claimed = await claimDue(tx, Object.keys(effects));
      if (claimed === undefined) return false;
      await effects[claimed.kind]?.(tx, claimed.ref);
      await cancelTimer(tx, claimed);
      return true;
    });
  } catch (error) {
    if (claimed === undefined) throw error;
    const failed = claimed;
    const message = error instanceof Error ? error.message : String(error);
    log.error({ timer: `${failed.kind}:${failed.ref}`, err: error }, 'timer.failed');
    await transact((tx) => postpone(tx, failed, message));
    return true;
  }
}

/** Runs every due timer; the worker's loop calls it. */
export async function runDueTimers(transact: Transact, effects: TimerEffects, log: Log): Promise<void> {
  if (Object.keys(effects).length === 0) return;
  while (await runDueTimer(transact, effects, log));
}

/** Claims only kinds this worker supports: an older version beside a newer one ignores the newer one's timers. */
async function claimDue(tx: Tx, kinds: readonly string[]): Promise<Timer | undefined> {
  const { rows } = await sql<Timer>`
    select kind, ref from timer where due_at <= app_now() and kind = any(${kinds})
     order by due_at limit 1 for update skip locked`.execute(tx);
  return rows[0];
}

async function postpone(tx: Tx, timer: Timer, error: string): Promise<void> {
  await sql`
    update timer set failures = failures + 1, error = ${error},
           due_at = app_now() + least(interval '1 hour', ${RETRY_FIRST_SECONDS} * interval '1 second' * 2 ^ least(failures, 12))
     where kind = ${timer.kind} and ref = ${timer.ref}`.execute(tx);
}
