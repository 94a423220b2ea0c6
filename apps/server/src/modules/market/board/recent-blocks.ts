import type { SealedBlock } from '../block/index.ts';

/** One minute at full rate: the candle keeper lags by some seconds, never that far. */
const BLOCKS_KEPT = 300;

/** The newest blocks, contiguous. */
export type RecentBlocks = {
  take(blocks: readonly SealedBlock[]): void;
  number(): number;
  after(number: number): readonly SealedBlock[] | undefined;
};

export function createRecentBlocks(startNumber: number): RecentBlocks {
  let blocks: readonly SealedBlock[] = [];
  let last = startNumber;
  return {
    take: (newer) => {
      blocks = [...blocks, ...newer].slice(-BLOCKS_KEPT);
      last = blocks.at(-1)?.number ?? last;
    },
    number: () => last,
    after: (number) => {
      if (number >= last) return [];
      const first = blocks.findIndex((block) => block.number === number + 1);
      return first < 0 ? undefined : blocks.slice(first);
    },
  };
}
