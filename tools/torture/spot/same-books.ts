import { whileQuiet } from './load.ts';
import { type Comparison, SHARDS } from './terms.ts';
import type { Testbed } from './testbed.ts';

const ALL = Object.values(SHARDS);
const OWNED_MS_MAX = 60_000;

/** Compares, while no client trades, the owners' in-memory state with their rows. Returns how many shards differ. */
export async function compareBooks(testbed: Testbed): Promise<number> {
  const books = await whileQuiet(testbed.load, () => readBooks(testbed));
  return books.filter(({ live, fresh }) => live !== fresh).length;
}

/**
 * Kills every engine while no client trades and compares the order books of their successors. Returns how many shards
 * differ.
 */
export async function reloadBooks(testbed: Testbed): Promise<number> {
  return await whileQuiet(testbed.load, async () => {
    const before = new Map((await readBooks(testbed)).map(({ shard, live }) => [shard, live]));
    testbed.cluster.killAll();
    const after = await readBooks(testbed);
    return after.filter(({ shard, live }) => before.get(shard) !== live).length;
  });
}

async function readBooks({ cluster }: Testbed): Promise<readonly Comparison[]> {
  let books: readonly Comparison[] | undefined;
  const deadlineMs = performance.now() + OWNED_MS_MAX;
  while (books === undefined && performance.now() < deadlineMs) books = await cluster.compare(ALL);
  if (books === undefined) throw new Error('nobody owns every shard');
  return books;
}
