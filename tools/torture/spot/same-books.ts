import { whileQuiet } from './load.ts';
import type { Stage } from './stage.ts';
import { type Comparison, SHARDS } from './terms.ts';

const ALL = Object.values(SHARDS);
const OWNED_MS_MAX = 60_000;

/** In a quiet moment: whether what the owners hold in memory is what their rows say. How many shards differ. */
export async function compareBooks(stage: Stage): Promise<number> {
  const books = await whileQuiet(stage.load, () => readBooks(stage));
  return books.filter(({ live, fresh }) => live !== fresh).length;
}

/** Kills every engine in a quiet moment: whether the books of those that follow are the same. How many shards differ. */
export async function reloadBooks(stage: Stage): Promise<number> {
  return await whileQuiet(stage.load, async () => {
    const before = new Map((await readBooks(stage)).map(({ shard, live }) => [shard, live]));
    stage.cluster.killAll();
    const after = await readBooks(stage);
    return after.filter(({ shard, live }) => before.get(shard) !== live).length;
  });
}

async function readBooks({ cluster }: Stage): Promise<readonly Comparison[]> {
  let books: readonly Comparison[] | undefined;
  const deadlineMs = performance.now() + OWNED_MS_MAX;
  while (books === undefined && performance.now() < deadlineMs) books = await cluster.compare(ALL);
  if (books === undefined) throw new Error('nobody owns every shard');
  return books;
}
