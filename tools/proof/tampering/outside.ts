import { type Block, type Bytes, join, merkleRoot, readTicks, tickBytes } from '@app/verifier';
import type { History } from '@app/verifier/samples';

type Random = (end: number) => number;
/** Tampering with sealed blocks; returns the blocks shown to the checker instead. */
export type Lie = {
  readonly name: string;
  forge(history: History, random: Random): Promise<readonly Block[]> | readonly Block[];
};

const flip = (bytes: Bytes, random: Random): Bytes => {
  const changed = Uint8Array.from(bytes);
  const at = random(changed.length);
  changed[at] = (changed[at] ?? 0) ^ (1 + random(255));
  return changed;
};

/** Returns the blocks with one of them changed. */
export const change = (blocks: readonly Block[], at: number, make: (block: Block) => Partial<Block>): Block[] =>
  blocks.map((block, index) => (index === at ? { ...block, ...make(block) } : block));

const flipIn = (field: 'body' | 'signature' | 'root' | 'previous'): Lie => ({
  name: `one byte of a ${field} is changed`,
  forge: ({ blocks }, random) =>
    change(blocks, random(blocks.length), (block) => ({ [field]: flip(block[field], random) })),
});

const count = (name: string, field: 'number' | 'atMs' | 'count'): Lie => ({
  name,
  forge: ({ blocks }, random) =>
    change(blocks, random(blocks.length), (block) => ({ [field]: block[field] + 1 + random(9) })),
});

const leavesOf = (block: Block) => readTicks(block.body).map(tickBytes);

/** Tampering possible without the keys, in transit or in a copy of the table. */
export const OUTSIDE: readonly Lie[] = [
  flipIn('body'),
  flipIn('body'),
  flipIn('signature'),
  flipIn('root'),
  flipIn('previous'),
  {
    name: 'one byte of an inventory is changed',
    forge: ({ blocks }, random) =>
      change(blocks, blocks.length - 1 - random(5), ({ inventory }) => ({
        inventory: flip(inventory ?? new Uint8Array(0), random),
      })),
  },
  {
    name: 'one byte of a named root is changed',
    forge: ({ blocks }, random) =>
      change(blocks, blocks.length - 1 - random(5), ({ roots }) => ({
        roots: roots.map((it) => ({ ...it, root: flip(it.root, random) })),
      })),
  },
  {
    name: 'a named root is left out',
    forge: ({ blocks }, random) =>
      change(blocks, blocks.length - 1 - random(5), () => ({ roots: [], inventory: new Uint8Array(0) })),
  },
  {
    name: 'another version is named',
    forge: ({ blocks }, random) =>
      change(blocks, random(blocks.length), ({ version }) => ({ version: version === 1 ? 2 : 1 })),
  },
  count('a number is changed', 'number'),
  count('a time is changed', 'atMs'),
  count('a count is changed', 'count'),
  {
    name: 'the other key is named',
    forge: ({ blocks, signers }, random) =>
      change(blocks, random(blocks.length), ({ keyId }) => ({
        keyId: signers.find(({ id }) => id !== keyId)?.id ?? '',
      })),
  },
  {
    name: 'a tick is dropped',
    forge: ({ blocks }, random) =>
      change(blocks, random(blocks.length), (block) => ({ body: join(...leavesOf(block).toSpliced(random(4), 1)) })),
  },
  {
    name: 'two ticks are swapped',
    forge: ({ blocks }, random) =>
      change(blocks, random(blocks.length), (block) => {
        const [first, second, ...rest] = leavesOf(block) as [Bytes, Bytes, ...Bytes[]]; // There are four.
        return { body: join(second, first, ...rest) };
      }),
  },
  {
    name: 'a tick is told twice',
    forge: ({ blocks }, random) =>
      change(blocks, random(blocks.length), (block) => ({ body: join(block.body, leavesOf(block).at(-1) as Bytes) })),
  },
  {
    name: 'a price is changed, and the root with it',
    forge: async ({ blocks }, random) => {
      const at = random(blocks.length);
      const ticks = readTicks((blocks[at] as Block).body).map((tick) => ({ ...tick, volume: tick.volume + 1n }));
      const leaves = ticks.map(tickBytes);
      const root = await merkleRoot(leaves);
      return change(blocks, at, () => ({ root, body: join(...leaves) }));
    },
  },
  { name: 'a block is dropped', forge: ({ blocks }, random) => blocks.toSpliced(random(blocks.length), 1) },
  {
    name: 'two blocks are swapped',
    forge: ({ blocks }, random) => {
      const at = random(blocks.length - 1);
      return blocks.toSpliced(at, 2, blocks[at + 1] as Block, blocks[at] as Block);
    },
  },
  {
    name: 'a block is told twice',
    forge: ({ blocks }, random) => {
      const at = random(blocks.length);
      return blocks.toSpliced(at, 0, blocks[at] as Block);
    },
  },
  { name: 'the end is cut off', forge: ({ blocks }, random) => blocks.slice(0, -1 - random(5)) },
  { name: 'the beginning is cut off', forge: ({ blocks }, random) => blocks.slice(1 + random(5)) },
];
