import type { Reader } from '../../../platform/db/database.ts';
import { readLastHeader, readPacked, readProvable, unpackBlock } from './block.store.ts';
import type { SealedBlock } from './block.ts';
import { findMarkBetween } from './head.store.ts';
import { seekSeqs } from './seek-seqs.ts';

export type TickName = { readonly market: number; readonly seq: number };
/** Block range: greater than `after`, at most `upTo`. */
type Between = { readonly after: number; readonly upTo: number };

const BLOCKS_A_READ = 50;

/**
 * Finds the block that holds a tick, while its ticks are kept: narrows to the range between two heads, then scans it.
 */
export async function findBlockOf(db: Reader, name: TickName): Promise<SealedBlock | undefined> {
  const last = await readLastHeader(db);
  if (last === undefined || (await isYetToCome(db, name, last.number))) return undefined;
  const { after, upTo } = await narrow(db, name, { after: 0, upTo: last.number });
  for (let from = after + 1; from <= upTo; from += BLOCKS_A_READ) {
    const blocks = await readProvable(db, { from, to: Math.min(upTo, from + BLOCKS_A_READ - 1) });
    const found = blocks.find(({ body }) => seekSeqs(body, name.market).includes(name.seq));
    if (found !== undefined) return unpackBlock(found);
  }
  return undefined;
}

/**
 * Returns whether a tick is in the future. Most markets are in every block, so the last block suffices: a made-up
 * number costs no search.
 */
async function isYetToCome(db: Reader, { market, seq }: TickName, last: number): Promise<boolean> {
  const [block] = await readPacked(db, { from: last, to: last });
  const newest = block && seekSeqs(block.body, market).at(-1);
  return newest !== undefined && newest < seq;
}

/** Bisects the range until no head lies within: a head records the last tick of each market. */
async function narrow(db: Reader, name: TickName, between: Between): Promise<Between> {
  const mark = await findMarkBetween(db, between.after, between.upTo);
  if (mark === undefined) return between;
  const isThere = (seekSeqs(mark.lastTicks, name.market)[0] ?? 0) >= name.seq;
  return await narrow(db, name, isThere ? { ...between, upTo: mark.number } : { ...between, after: mark.number });
}
