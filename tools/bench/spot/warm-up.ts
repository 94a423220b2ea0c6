import { fillBooks, pressOn } from './load.ts';
import { readFigures } from './meter.ts';
import type { Pair } from './mix.ts';
import { OUTSTANDING } from './round.ts';
import type { Arena } from './testbed.ts';

const STOCK = 2_000;
const PIECE_MS = 2_000;

/** Places an order for every user before the clock starts, because a running shard has its users' accounts loaded. */
export async function warmUpUsers(arena: Arena, nextPair: () => Pair, users: number): Promise<void> {
  await fillBooks(arena.client, nextPair, STOCK);
  const { commands } = await readFigures(arena);
  while ((await readFigures(arena)).commands - commands < users) {
    await pressOn(arena.client, nextPair, { pairs: OUTSTANDING, ms: PIECE_MS });
  }
}
