import type { Reader } from '../../../platform/database.ts';
import { readLastHeader, readPacked, readProvable, toTicks } from './block.store.ts';
import type { SealedBlock } from './block.ts';
import { findMarkBetween } from './head.store.ts';
import { seekSeqs } from './seek-seqs.ts';

export type TickName = { readonly market: number; readonly seq: number };
/** It is after the one and not after the other. */
type Between = { readonly after: number; readonly upTo: number };

const BLOCKS_A_READ = 50;

/** The block that holds a tick, as long as its ticks are kept: first between two heads, then by looking what lies there. */
export async function findBlockOf(db: Reader, name: TickName): Promise<SealedBlock | undefined> {
  const last = await readLastHeader(db);
  if (last === undefined || (await isYetToCome(db, name, last.number))) return undefined;
  const { after, upTo } = await narrow(db, name, { after: 0, upTo: last.number });
  for (let from = after + 1; from <= upTo; from += BLOCKS_A_READ) {
    const blocks = await readProvable(db, { from, to: Math.min(upTo, from + BLOCKS_A_READ - 1) });
    const found = blocks.find(({ body }) => seekSeqs(body, name.market).includes(name.seq));
    if (found !== undefined) return { ...found, ticks: toTicks(found.body) };
  }
  return undefined;
}

/** Most markets are in every block, so the last one knows: a number that anybody made up costs no search. */
async function isYetToCome(db: Reader, { market, seq }: TickName, last: number): Promise<boolean> {
  const [block] = await readPacked(db, { from: last, to: last });
  const newest = block && seekSeqs(block.body, market).at(-1);
  return newest !== undefined && newest < seq;
}

/** Halves what is left until no head lies within: a head knows how far each market had come. */
async function narrow(db: Reader, name: TickName, between: Between): Promise<Between> {
  const mark = await findMarkBetween(db, between.after, between.upTo);
  if (mark === undefined) return between;
  const isThere = (seekSeqs(mark.lastTicks, name.market)[0] ?? 0) >= name.seq;
  return await narrow(db, name, isThere ? { ...between, upTo: mark.number } : { ...between, after: mark.number });
}
