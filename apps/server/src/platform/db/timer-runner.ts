import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../process/log.ts';
import type { Db, Tx } from './database.ts';
import { type Claim, claimAgain, claimDue, type DueTimer, postpone, readNextDue } from './timer.ts';
import { type Transact, transactOn } from './transact.ts';

/**
 * What happens when timers of one kind are due. `run` gets several at once, in the transaction that ends them: either all
 * of its work is committed with their end, or nothing. It may set the same timer again. If it fails, it runs again with
 * fewer timers, until the failing one is alone; it must therefore change nothing but this transaction. Money that only
 * the engine may move is requested by a row of the engine's inbox.
 */
export type TimerEffect = {
  readonly kind: string;
  readonly run: (tx: Tx, timers: readonly DueTimer[], at: Date) => Promise<void>;
};

/** Receives what became of timers. */
export type TimerMeter = {
  done(kind: string, lateSeconds: readonly number[]): void;
  failed(kind: string): void;
};

export type TimerDeps = {
  /** Each kind takes one connection at a time; a pool of its own keeps slow effects away from other work. */
  readonly db: Db;
  /** Where the next due times are read, so that slow effects delay no other kind; `db` by default. */
  readonly lookAt?: Db;
  readonly effects: readonly TimerEffect[];
  readonly log: Log;
  readonly meter?: TimerMeter;
};

/** Longest time until a timer is noticed that another process set meanwhile. */
const POLL_MS = 500;
/** Most timers in one transaction, and how long it should take: locks are held no longer, and a kill loses no more work. */
const BATCH_MAX = 500;
const BATCH_FIRST = 10;
const BATCH_MS = 200;

/** Runs the due timers of one kind. Several processes may do so at once: each claims its own. */
class KindRunner {
  readonly #effect: TimerEffect;
  readonly #transact: Transact;
  readonly #deps: TimerDeps;
  #batch = BATCH_FIRST;

  constructor(effect: TimerEffect, deps: TimerDeps) {
    this.#effect = effect;
    this.#deps = deps;
    this.#transact = transactOn(deps.db);
  }

  /** Runs batches until no timer is due, or the signal aborts. Returns the number of timers it claimed. */
  async drain(signal?: AbortSignal): Promise<number> {
    const { kind } = this.#effect;
    for (let total = 0; ; ) {
      const limit = this.#batch;
      const startedMs = performance.now();
      const claimed = await this.#attempt((tx) => claimDue(tx, kind, limit));
      this.#adapt(claimed, performance.now() - startedMs);
      total += claimed;
      if (claimed < limit || signal?.aborted) return total;
    }
  }

  /** Claim, effect and end in one transaction. If it fails, halves are tried, and a single timer is postponed. */
  async #attempt(claim: (tx: Tx) => Promise<Claim>): Promise<number> {
    const { kind, run } = this.#effect;
    let claimed: Claim | undefined;
    try {
      await this.#transact(async (tx) => {
        claimed = undefined; // The transaction may run again.
        claimed = await claim(tx);
        if (claimed.timers.length > 0) await run(tx, claimed.timers, claimed.at);
      });
    } catch (error) {
      if (claimed === undefined || claimed.timers.length === 0) throw error;
      await this.#divide(claimed.timers, error);
      return claimed.timers.length;
    }
    const { timers, at } = claimed as Claim; // Set, because the transaction was committed.
    const late = timers.map(({ dueAt }) => (at.getTime() - dueAt.getTime()) / 1_000);
    if (timers.length > 0) this.#deps.meter?.done(kind, late);
    return timers.length;
  }

  async #divide(timers: readonly DueTimer[], error: unknown): Promise<void> {
    const { kind } = this.#effect;
    const [first] = timers;
    if (timers.length === 1 && first !== undefined) {
      this.#deps.log.error({ timer: `${kind}:${first.ref}`, err: error }, 'timer.failed');
      const message = error instanceof Error ? error.message : String(error);
      await this.#transact((tx) => postpone(tx, { kind, ref: first.ref }, message));
      this.#deps.meter?.failed(kind);
      return;
    }
    const middle = timers.length >> 1;
    for (const half of [timers.slice(0, middle), timers.slice(middle)])
      await this.#attempt((tx) => claimAgain(tx, kind, half.map(({ ref }) => ref))); // biome-ignore format: short
  }

  /** Keeps batches of a slow effect short, and those of a fast one large. */
  #adapt(claimed: number, tookMs: number): void {
    if (tookMs > BATCH_MS) this.#batch = Math.max(1, Math.floor((this.#batch * BATCH_MS) / tookMs));
    else if (tookMs < BATCH_MS / 2 && claimed === this.#batch) this.#batch = Math.min(BATCH_MAX, this.#batch * 2);
  }
}

/** Two effects of one kind would each run for a part of its timers. */
function runnersOf(deps: TimerDeps): ReadonlyMap<string, KindRunner> {
  const runners = new Map<string, KindRunner>();
  for (const effect of deps.effects) {
    if (runners.has(effect.kind)) throw new Error(`two effects are registered for timers of kind ${effect.kind}`);
    runners.set(effect.kind, new KindRunner(effect, deps));
  }
  return runners;
}

/** Runs every timer that is due now, once; a timer of a kind without an effect stays untouched. */
export async function runDueTimers(deps: TimerDeps): Promise<void> {
  await Promise.all([...runnersOf(deps).values()].map((runner) => runner.drain()));
}

/**
 * Runs timers until the signal aborts and the current batches have ended. Each kind runs independently, so that neither a
 * slow effect nor a backlog delays another kind. Wakes when the next timer is due by the database's clock, and every half
 * second, because another process may have set an earlier one.
 */
export async function runTimers(deps: TimerDeps, signal: AbortSignal): Promise<void> {
  const runners = runnersOf(deps);
  if (runners.size === 0) return;
  const running = new Map<string, Promise<void>>();
  let wake = new AbortController();
  const onStop = () => wake.abort();
  signal.addEventListener('abort', onStop);
  const start = (kind: string, runner: KindRunner) => {
    const work = async () => {
      const claimed = await runner.drain(signal).catch((error: unknown) => {
        deps.log.error({ kind, err: error }, 'timer.round_failed');
        return 0; // It is tried again at the next poll.
      });
      running.delete(kind);
      if (claimed > 0) wake.abort(); // Looks up when the next one is due.
    };
    running.set(kind, work());
  };
  while (!signal.aborted) {
    wake = new AbortController();
    const nextDue = await readNextDue(deps.lookAt ?? deps.db, [...runners.keys()]).catch((error: unknown) => {
      deps.log.error({ err: error }, 'timer.round_failed');
      return new Map<string, number>();
    });
    let waitMs = POLL_MS;
    for (const [kind, runner] of runners) {
      const inMs = nextDue.get(kind);
      if (inMs === undefined || running.has(kind)) continue;
      if (inMs <= 0) start(kind, runner);
      else waitMs = Math.min(waitMs, Math.ceil(inMs));
    }
    if (!signal.aborted) await pause(waitMs, undefined, { signal: wake.signal }).catch(() => {}); // Woken.
  }
  signal.removeEventListener('abort', onStop);
  await Promise.all(running.values());
}
