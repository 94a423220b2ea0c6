import type { Lane, ProductTypes } from './product.ts';
import type { PendingCommand } from './queue.ts';

/** When the last request reached any shard of this process, by `performance.now()`. */
export type Arrivals = { lastMs: number };

/** Time after a request for which callers count as active. */
const ACTIVE_MS = 500;
const REST_MS_MAX = 100;
/** Rest after a batch with background work, as a share of its time: users of a market wait for its run, nobody for a night. */
const REST_SHARE: Partial<Record<Lane, number>> = { next: 0.5, last: 1 };

/** Whether nobody waits for the next part of a command: it continues by itself, or is deferrable. */
export const isBackground = <P extends ProductTypes>({ record, lane, isContinued }: PendingCommand<P>): boolean =>
  record === undefined && (lane === 'last' || (lane === 'next' && isContinued === true));

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
