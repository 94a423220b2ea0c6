import type { BookArea } from './book-areas.ts';
import type { BookSide } from './book-source.ts';

/** Row identified by its distance from the best one. */
export type RowPosition = { readonly side: BookSide; readonly index: number };

/** Returns the row at a point; undefined between and beyond the sides. */
export function rowAt(
  areas: readonly BookArea[],
  rowHeight: number,
  { x, y }: { x: number; y: number },
): RowPosition | undefined {
  for (const area of areas) {
    if (x < area.x || x >= area.x + area.width) continue;
    const index = Math.floor((area.grows === 'down' ? y - area.y : area.y - y) / rowHeight);
    if (index >= 0 && index < area.rows) return { side: area.side, index };
  }
  return undefined;
}
