import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type Lease, releaseLease, takeLease } from '../platform/lease.ts';
import { loadState } from './load-state.ts';
import type { Ticks } from './product.ts';
import { Queue } from './queue.ts';
import { type Arrivals, runLeader } from './run-leader.ts';
import type { ShardMeter } from './shard-meter.ts';
import type { ShardDeps } from './shard-parts.ts';

/** An owner whose backend is gone is dead at once; one that only says nothing may wait for a slow disk. */
const STALE_AFTER_MS = 2_000;
const POLL_EVERY_MS = 100;

/** A process's part in one shard: its owner, or somebody who waits to become it. */
export type RunningShard = {
  /** Until the signal ends it: what waits is answered, the lease given back. */
  run(signal: AbortSignal): Promise<void>;
  /** New sealed ticks. While this process does not own, only the last of each market is kept. */
  addTicks(ticks: Ticks): void;
  /** Why not all is well. */
  check(): readonly string[];
  describe(): { readonly name: string; readonly lease: 'owner' | 'waiting' | 'loading'; readonly pending: number };
};

export function createShard<State, Command, Facts, Rows>(
  deps: ShardDeps<State, Command, Facts, Rows>,
  meter: ShardMeter,
): RunningShard {
  const { shard, db, log } = deps;
  const queue = new Queue<Command>();
  const arrivals = createArrivals();
  let leaseState: 'owner' | 'waiting' | 'loading' = 'waiting';
  let problem: string | undefined;

  let lastEpoch: bigint | undefined;

  const serve = async (lease: Lease, signal: AbortSignal) => {
    // What waits here was heard by whoever owned the shard in between, too, and they have answered it.
    if (lastEpoch === undefined || lease.epoch !== lastEpoch + 1n) queue.forget();
    lastEpoch = lease.epoch;
    log.info({ shard: shard.name, epoch: String(lease.epoch) }, 'took the lease');
    leaseState = 'loading';
    const leadership = { ...deps, lease, queue, meter, replayLastTicks: arrivals.begin };
    const state = await loadState(leadership);
    arrivals.begin();
    leaseState = 'owner';
    problem = undefined;
    meter.leadership(true);
    await runLeader({ ...leadership, state }, arrivals, signal);
    // Without the database the successor simply waits until the lease is stale.
    await releaseLease(db, lease).catch((error: unknown) => log.warn({ err: error }, 'not released'));
  };

  const run = async (signal: AbortSignal) => {
    signal.addEventListener('abort', arrivals.wake, { once: true });
    while (!signal.aborted) {
      try {
        const owner = `${hostname()}:${process.pid}`;
        const lease = await takeLease(db, { name: shard.name, owner, staleAfterMs: STALE_AFTER_MS });
        if (lease !== undefined) await serve(lease, signal);
      } catch (error) {
        problem = String(error);
        log.warn({ shard: shard.name, err: error }, 'the term ended');
      }
      leaseState = 'waiting';
      arrivals.end();
      meter.leadership(false);
      if (!signal.aborted) await pause(POLL_EVERY_MS, undefined, { signal }).catch(() => {}); // Woken by the end.
    }
  };
  return {
    run,
    addTicks: arrivals.addTicks,
    check: () => (leaseState === 'waiting' && problem !== undefined ? [`${shard.name}: ${problem}`] : []),
    describe: () => ({ name: shard.name, lease: leaseState, pending: queue.size }),
  };
}

const BLOCKS_MAX = 500;

type ShardArrivals = Arrivals & {
  addTicks(ticks: Ticks): void;
  /** A term begins: it hears the last price of every market, whenever that was, and everything from now on. */
  begin(): void;
  end(): void;
};

function createArrivals(): ShardArrivals {
  let hasArrivals: boolean = false;
  let isDelivered: boolean = false;
  let wakeUp: () => void = () => {};
  const last = new Map<number, Ticks>();
  let ticks: Ticks[] = [];
  const wake = () => {
    hasArrivals = true;
    wakeUp();
  };
  return {
    addTicks: (more) => {
      for (const tick of more.ticks) last.set(tick.market, { block: more.block, ticks: [tick] });
      if (!isDelivered) return;
      if (ticks.length >= BLOCKS_MAX)
        ticks = [...last.values()]; // The loop hangs: what comes after it is the last price.
      else ticks.push(more);
      wake();
    },
    begin: () => {
      isDelivered = true;
      ticks = [...last.values()];
    },
    end: () => {
      isDelivered = false;
      ticks = [];
    },
    takeTicks: () => {
      const taken = ticks;
      ticks = [];
      return taken;
    },
    untilWoken: async (withinMs) => {
      let timeout: NodeJS.Timeout | undefined;
      if (!hasArrivals)
        await new Promise<void>((resolve) => {
          wakeUp = resolve;
          timeout = setTimeout(resolve, withinMs);
        });
      clearTimeout(timeout);
      hasArrivals = false;
    },
    wake,
  };
}
