import { setTimeout as pause } from 'node:timers/promises';
import type { Target } from './faults.ts';
import { whileQuiet } from './load.ts';
import type { Comparison } from './terms.ts';

type Compared = Pick<Target, 'cluster' | 'load'>;

const OWNED_MS_MAX = 60_000;

/**
 * Time in which an engine on a busy machine has done what the last prices asked for, and what their silence does: bets end by
 * the clock ten seconds later, one after the other.
 */
const SETTLED_MS_MAX = 25_000;
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

/**
 * Compares again where states differ: what the last prices or a silence do may not be decided or committed yet. The time for
 * that begins when engines lead, which on a busy machine is long after their start.
 */
async function countDiffering(target: Compared, shards: readonly string[]): Promise<number> {
  for (let endMs: number | undefined; ; ) {
    const differing = (await readStates(target, shards)).filter(({ live, fresh }) => live !== fresh);
    if (differing.length === 0) return 0;
    endMs ??= performance.now() + SETTLED_MS_MAX;
    if (performance.now() > endMs) {
      console.error(differing.map(describeDifference).join('\n'));
      return differing.length;
    }
    await pause(COMPARE_AGAIN_MS);
  }
}

const WORDS_MAX = 5;

/** Names the first items that only one of two states has. */
function describeDifference({ shard, live, fresh }: Comparison): string {
  const ours = live.split(' ');
  const rows = fresh.split(' ');
  const onlyIn = (items: readonly string[], others: readonly string[]) =>
    items
      .filter((item) => !others.includes(item))
      .slice(0, WORDS_MAX)
      .join(' ');
  return `${shard} in memory: ${onlyIn(ours, rows)}; in its rows: ${onlyIn(rows, ours)}`;
}

async function readStates({ cluster }: Compared, shards: readonly string[]): Promise<readonly Comparison[]> {
  let books: readonly Comparison[] | undefined;
  const deadlineMs = performance.now() + OWNED_MS_MAX;
  while (books === undefined && performance.now() < deadlineMs) books = await cluster.compare(shards);
  if (books === undefined) throw new Error('no engine leads every shard');
  return books;
}
