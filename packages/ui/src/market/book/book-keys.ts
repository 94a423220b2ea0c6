import type { BookRows } from './book-rows.ts';
import type { RowPosition } from './row-at.ts';

type Counts = { readonly [Side in keyof BookRows]: number };

/**
 * Returns the row an arrow key moves to: up is a higher price, also across the middle. The first key press starts at
 * the best level of its direction.
 */
export function rowAfter(key: string, from: RowPosition | undefined, counts: Counts): RowPosition | undefined {
  const step = { ArrowUp: 1, ArrowDown: -1 }[key];
  if (step === undefined) return undefined;
  // All rows on one axis by price: bids are below zero, asks are not.
  const at = from === undefined ? (step > 0 ? -1 : 0) : from.side === 'ask' ? from.index : -1 - from.index;
  const next = Math.min(Math.max(at + step, -counts.bid), counts.ask - 1);
  if (counts.bid + counts.ask === 0) return undefined;
  return next >= 0 ? { side: 'ask', index: next } : { side: 'bid', index: -1 - next };
}
