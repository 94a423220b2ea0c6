import * as z from 'zod/mini';
import type { LadderName, Receipt } from './proof.store.ts';

/** Fields every receipt has: the tick it uses, and the version of its rule's settings. */
export const named = z.looseObject({
  tick: z.looseObject({ market: z.int(), seq: z.int() }),
  settings: z.optional(z.looseObject({ version: z.int() })),
  freshness: z.optional(z.looseObject({ version: z.int() })),
});

/** Fields of a fill of a house ladder. Version 2 also has the time of the fill and its place in a chain. */
const houseFill = z.object({
  book: z.string(),
  fill: z.object({ market: z.int(), side: z.string(), at: z.optional(z.int()) }),
  tick: z.object({ seq: z.int() }),
  chain: z.optional(z.object({ place: z.int() })),
});

/** Returns the side of the ladder that a receipt is about; undefined if it is about none. */
export function ladderOf({ block, body }: Pick<Receipt, 'block' | 'body'>): LadderName | undefined {
  const { data } = houseFill.safeParse(body);
  return data && { block, seq: data.tick.seq, market: data.fill.market, book: data.book, side: data.fill.side };
}

/** Returns the place of a receipt in its chain and the time of its fill; undefined for version 1. */
export function chainedOf({ body }: Pick<Receipt, 'body'>): { place: number; atMs: number } | undefined {
  const { data } = houseFill.safeParse(body);
  if (data?.chain === undefined || data.fill.at === undefined) return undefined;
  return { place: data.chain.place, atMs: data.fill.at };
}
