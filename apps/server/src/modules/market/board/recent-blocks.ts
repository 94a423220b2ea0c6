import type { SealedBlock } from '../block/index.ts';

/** A minute at full pace: the keeper of candles is some seconds behind, never that far. */
const BLOCKS_KEPT = 300;

/** The newest blocks, without a gap. */
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
