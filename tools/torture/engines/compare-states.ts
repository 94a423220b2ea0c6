import { setTimeout as pause } from 'node:timers/promises';
import type { Target } from './faults.ts';
import { whileQuiet } from './load.ts';
import type { Comparison } from './terms.ts';

type Compared = Pick<Target, 'cluster' | 'load'>;

const OWNED_MS_MAX = 60_000;

const COMPARE_AGAIN = 5;
const COMPARE_AGAIN_MS = 200;

/** Compares, while no client trades, the owners' in-memory state with their rows. Returns how many shards differ. */
export async function compareStates(target: Compared, shards: readonly string[]): Promise<number> {
  return await whileQuiet(target.load, () => countDiffering(target, shards));
}

/**
 * Kills every engine while no client trades and compares the states before with the rows, and those of their successors
 * with the rows. Returns how many shards differ.
 */
export async function reloadStates(target: Compared, shards: readonly string[]): Promise<number> {
  return await whileQuiet(target.load, async () => {
    const before = await countDiffering(target, shards);
    target.cluster.killAll();
    return before + (await countDiffering(target, shards));
  });
}

/** Compares again where states differ: what the last price did may be between its decision and its commit. */
async function countDiffering(target: Compared, shards: readonly string[]): Promise<number> {
  for (let tries = 1; ; tries++) {
    const differing = (await readStates(target, shards)).filter(({ live, fresh }) => live !== fresh).length;
    if (differing === 0 || tries === COMPARE_AGAIN) return differing;
    await pause(COMPARE_AGAIN_MS);
  }
}

async function readStates({ cluster }: Compared, shards: readonly string[]): Promise<readonly Comparison[]> {
  let books: readonly Comparison[] | undefined;
  const deadlineMs = performance.now() + OWNED_MS_MAX;
  while (books === undefined && performance.now() < deadlineMs) books = await cluster.compare(shards);
  if (books === undefined) throw new Error('no engine leads every shard');
  return books;
}
