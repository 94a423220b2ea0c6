import type { BookRows } from './book-rows.ts';
import type { RowPosition } from './row-at.ts';

type Counts = { readonly [Side in keyof BookRows]: number };

/** Where an arrow key leads: up is a higher price, over the middle, too. Keys begin at the best level of their direction. */
export function rowAfter(key: string, from: RowPosition | undefined, counts: Counts): RowPosition | undefined {
  const step = { ArrowUp: 1, ArrowDown: -1 }[key];
  if (step === undefined) return undefined;
  // Rows in one line by price: bids are below zero, asks are not.
  const at = from === undefined ? (step > 0 ? -1 : 0) : from.side === 'ask' ? from.index : -1 - from.index;
  const next = Math.min(Math.max(at + step, -counts.bid), counts.ask - 1);
  if (counts.bid + counts.ask === 0) return undefined;
  return next >= 0 ? { side: 'ask', index: next } : { side: 'bid', index: -1 - next };
}
