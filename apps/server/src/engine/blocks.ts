import type { Ticks } from './product.ts';

/** Reads up to a page of sealed blocks that follow a number without a gap; undefined if their ticks are not stored. */
export type ReadBlocksAfter = (number: number) => Promise<readonly Ticks[] | undefined>;

/**
 * The sealed blocks of one shard, in order. They arrive from the process's own follower; those it has missed are read
 * from the table, outside the loop, so that no batch waits for the read.
 */
export type BlockQueue = {
  /** Receives new blocks. While this process does not lead the shard, only the last ones are kept. */
  add(blocks: readonly Ticks[]): void;
  /** Starts a leadership or a reloaded state: everything up to this block is in the state's rows. */
  begin(number: number): void;
  end(): void;
  /**
   * Takes the next blocks. Every block after the last one taken if `every`; otherwise a gap is skipped, and the last tick
   * of each market is delivered instead.
   */
  take(every: boolean): readonly Ticks[];
  /** Number of the last block taken. */
  readonly last: number;
  /** Whether blocks are missing that the shard has to take before it decides requests. */
  readonly isBehind: boolean;
};

/** Most blocks kept for a loop that is stuck. */
const KEPT_MAX = 500;
/** Most blocks of one batch. */
const TAKEN_MAX = 100;

type BlockQueueDeps = {
  readonly readAfter: ReadBlocksAfter;
  readonly wake: () => void;
  /** Receives the error of a failed read, which is repeated. */
  readonly onError?: ((error: unknown) => void) | undefined;
};

export function createBlockQueue({ readAfter, wake, onError }: BlockQueueDeps): BlockQueue {
  /** Blocks as they arrived: a run without a gap. */
  let kept: Ticks[] = [];
  /** Blocks read from the table. */
  let read: readonly Ticks[] = [];
  const lastTicks = new Map<number, Ticks>();
  let isLeading: boolean = false;
  let isReading: boolean = false;
  /** Whether nothing that was sealed before this leadership, or during a gap, is missing any more. */
  let isComplete: boolean = false;
  /** Block whose ticks are needed and not stored. */
  let gone: number | undefined;
  let last = 0;
  let period = 0;

  const readMissing = async (ofPeriod: number) => {
    isReading = true;
    try {
      const after = last;
      const blocks = await readAfter(after);
      if (ofPeriod !== period) return;
      if (blocks === undefined) gone = after + 1;
      read = blocks ?? [];
      if (blocks?.length === 0) isComplete = true;
    } catch (error) {
      onError?.(error);
    } finally {
      isReading = false;
      wake();
    }
  };
  const newestKept = () => kept.at(-1)?.block ?? 0;
  const takeRun = (run: readonly Ticks[]): readonly Ticks[] => {
    const taken = run.filter(({ block }) => block > last).slice(0, TAKEN_MAX);
    last = taken.at(-1)?.block ?? last;
    if (newestKept() > last) wake(); // The rest follows at once.
    return taken;
  };
  const skip = (): readonly Ticks[] => {
    isComplete = true;
    const newest = [...lastTicks.values()].sort((a, b) => a.block - b.block);
    last = Math.max(last, newest.at(-1)?.block ?? 0);
    return newest;
  };
  return {
    add: (blocks) => {
      for (const block of blocks) {
        const newest = kept.at(-1)?.block ?? 0;
        if (block.block <= newest) continue;
        if (block.block > newest + 1) kept = [];
        kept.push(block);
        for (const tick of block.ticks) lastTicks.set(tick.market, { ...block, ticks: [tick] });
      }
      if (kept.length > KEPT_MAX) kept = kept.slice(-KEPT_MAX);
      if (isLeading) wake();
    },
    begin: (number) => {
      isLeading = true;
      isComplete = false;
      gone = undefined;
      read = [];
      last = number;
      period += 1;
    },
    end: () => {
      isLeading = false;
      period += 1;
    },
    take: (every) => {
      if (gone !== undefined) throw new Error(`the ticks of block ${gone} are not stored`);
      const hasNew = newestKept() > last;
      const isConnected = (kept[0]?.block ?? 0) <= last + 1;
      if (!every && (!isComplete || (hasNew && !isConnected))) return skip();
      if (hasNew && isConnected) {
        isComplete = true;
        return takeRun(kept);
      }
      const fromTable = takeRun(read);
      read = [];
      if (hasNew) isComplete = false;
      if (fromTable.length === 0 && !isComplete && !isReading) void readMissing(period);
      return fromTable;
    },
    get last() {
      return last;
    },
    get isBehind() {
      return !isComplete || newestKept() > last;
    },
  };
}
