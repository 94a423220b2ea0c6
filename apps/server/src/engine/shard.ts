import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type Lease, releaseLease, takeLease } from '../platform/lease.ts';
import { loadState } from './load-state.ts';
import type { Ticks } from './product.ts';
import { Queue } from './queue.ts';
import { type Arrivals, serveTerm } from './serve-term.ts';
import type { ShardMeter } from './shard-meter.ts';
import type { ShardDeps } from './shard-parts.ts';

const STALE_AFTER_MS = 600;
const ASK_EVERY_MS = 100;
/** Whoever sent these has long given up, and whoever owns the shard now has answered. */
const FORGET_AFTER_MS = 10_000;

/** A process's part in one shard: its owner, or somebody who waits to become it. */
export type RunningShard = {
  /** Until the signal ends it: what waits is answered, the lease given back. */
  run(signal: AbortSignal): Promise<void>;
  /** New sealed ticks. Those that come while nobody loads or owns are not kept: a new owner begins with the next. */
  hear(ticks: Ticks): void;
  /** Why not all is well. */
  check(): readonly string[];
  describe(): { readonly name: string; readonly lease: 'owner' | 'waiting' | 'loading'; readonly waiting: number };
};

export function createShard<State, Command, Facts, Rows>(
  deps: ShardDeps<State, Command, Facts, Rows>,
  meter: ShardMeter,
): RunningShard {
  const { shard, db, log } = deps;
  const queue = new Queue<Command>();
  const arrivals = createArrivals();
  let standing: 'owner' | 'waiting' | 'loading' = 'waiting';
  let problem: string | undefined;

  const serve = async (lease: Lease, signal: AbortSignal) => {
    log.info({ shard: shard.name, epoch: String(lease.epoch) }, 'took the lease');
    standing = 'loading';
    const term = { ...deps, lease, queue, meter };
    const state = await loadState(term);
    standing = 'owner';
    problem = undefined;
    meter.term(true);
    await serveTerm({ ...term, state }, arrivals, signal);
    // Without the database the successor simply waits until the lease is stale.
    await releaseLease(db, lease).catch((error: unknown) => log.warn({ error: String(error) }, 'not released'));
  };

  const run = async (signal: AbortSignal) => {
    signal.addEventListener('abort', arrivals.wake, { once: true });
    for (let ownedMs = performance.now(); !signal.aborted; ) {
      try {
        const owner = `${hostname()}:${process.pid}`;
        const lease = await takeLease(db, { name: shard.name, owner, staleAfterMs: STALE_AFTER_MS });
        if (lease !== undefined) {
          await serve(lease, signal);
          ownedMs = performance.now();
        }
      } catch (error) {
        problem = String(error);
        log.warn({ shard: shard.name, error: problem }, 'the term ended');
        ownedMs = standing === 'waiting' ? ownedMs : performance.now();
      }
      standing = 'waiting';
      meter.term(false);
      if (performance.now() - ownedMs > FORGET_AFTER_MS) queue.forget();
      if (!signal.aborted) await pause(ASK_EVERY_MS, undefined, { signal }).catch(() => {}); // Woken by the end.
    }
  };
  return {
    run,
    hear: arrivals.hear,
    check: () => (standing === 'waiting' && problem !== undefined ? [`${shard.name}: ${problem}`] : []),
    describe: () => ({ name: shard.name, lease: standing, waiting: queue.size }),
  };
}

/** Between two turns only the newest ticks of a market matter to most, and all of them to some: none is dropped. */
const BLOCKS_MAX = 3_000;

function createArrivals(): Arrivals & { hear(ticks: Ticks): void } {
  let [hasNews, wakeUp]: [boolean, () => void] = [false, () => {}];
  let ticks: Ticks[] = [];
  const wake = () => {
    hasNews = true;
    wakeUp();
  };
  return {
    hear: (more) => {
      if (ticks.length >= BLOCKS_MAX) ticks.shift(); // Nobody has taken any for ten minutes: nobody owns.
      ticks.push(more);
      wake();
    },
    takeTicks: () => {
      const taken = ticks;
      ticks = [];
      return taken;
    },
    untilNews: async (withinMs) => {
      if (hasNews) {
        hasNews = false;
        return;
      }
      let timeout: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        wakeUp = resolve;
        timeout = setTimeout(resolve, withinMs);
      });
      clearTimeout(timeout);
      hasNews = false;
    },
    wake,
  };
}
