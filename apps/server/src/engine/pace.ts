import type { Lane, ProductTypes } from './product.ts';
import type { PendingCommand } from './queue.ts';

/** When the last request reached any shard of this process, by `performance.now()`. */
export type Arrivals = { lastMs: number };

/** Time after a request for which callers count as active. */
const ACTIVE_MS = 500;
const REST_MS_MAX = 100;
/** Rest after a batch with background work, as a share of its time: users of a market wait for its run, nobody for a night. */
const REST_SHARE: Partial<Record<Lane, number>> = { next: 0.5, last: 1 };

/** Parts beyond which a run is long. What users close at one tick is less, and what a crash liquidates is more. */
const LONG_PARTS = 8;

/** Whether so much of a run is left that its next parts rest. */
export const isLongRun = (left: number, partSize: number): boolean => left > LONG_PARTS * partSize;

/**
 * Whether the next part of a command can rest: it is deferrable, or one of many that follow by themselves. A short run
 * never rests: the next price of its market, and whoever waits for that, is behind it.
 */
export const isBackground = <P extends ProductTypes>({
  record,
  lane,
  isContinued,
  isLong,
}: PendingCommand<P>): boolean =>
  record === undefined && (lane === 'last' || (lane === 'next' && isContinued === true && isLong === true));

/**
 * Makes background work rest between its parts while callers are active. All shards of a process share its thread and the
 * database: thousands of liquidations without a pause would make everybody else's orders several times as slow. Without
 * callers it never rests.
 */
export class Pace {
  readonly #arrivals: Arrivals;
  #restUntilMs = 0;

  constructor(arrivals: Arrivals) {
    this.#arrivals = arrivals;
  }

  isResting(nowMs: number): boolean {
    return nowMs < this.#restUntilMs;
  }

  /** Notes a batch that has ended. */
  note<P extends ProductTypes>(batch: readonly PendingCommand<P>[], tookMs: number, nowMs: number): void {
    if (nowMs - this.#arrivals.lastMs > ACTIVE_MS) return;
    const share = Math.max(0, ...batch.filter(isBackground).map(({ lane }) => REST_SHARE[lane] ?? 0));
    if (share > 0) this.#restUntilMs = nowMs + Math.min(tookMs * share, REST_MS_MAX);
  }
}
