/** Returns the list with one item moved from `from` to `to`. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return items;
  const others = items.filter((_, index) => index !== from);
  return [...others.slice(0, to), item, ...others.slice(to)];
}

/** Returns the place of a dragged item: it takes a place once it covers half of it. */
export function placeAfterDrag(from: number, draggedBy: number, list: { rowHeight: number; count: number }): number {
  const place = from + Math.round(draggedBy / list.rowHeight);
  return Math.min(Math.max(place, 0), list.count - 1);
}

/** Returns by how many rows the row at a place shifts while another is dragged from one place to another. */
export function givesWay(at: number, drag: { from: number; to: number }): -1 | 0 | 1 {
  if (at > drag.from && at <= drag.to) return -1;
  return at < drag.from && at >= drag.to ? 1 : 0;
}

const EDGE_PX = 56;
const FASTEST_PX = 12;

/** Returns how far the region scrolls per frame while a finger is near one of its edges: the nearer, the faster. */
export function scrollNearEdge(y: number, region: { top: number; bottom: number }): number {
  const above = EDGE_PX - (y - region.top);
  const below = EDGE_PX - (region.bottom - y);
  if (above <= 0 && below <= 0) return 0;
  const share = Math.min(Math.max(above, below) / EDGE_PX, 1);
  return Math.ceil(share * FASTEST_PX) * (above > below ? -1 : 1);
}

const KEYS: Readonly<Record<string, (from: number, count: number) => number>> = {
  ArrowUp: (from) => from - 1,
  ArrowDown: (from) => from + 1,
  Home: () => 0,
  End: (_from, count) => count - 1,
};

/** Returns the place a key moves an item to; undefined for any other key, or at the end of the list. */
export function placeByKey(key: string, from: number, count: number): number | undefined {
  const to = KEYS[key]?.(from, count);
  return to === undefined || to === from || to < 0 || to >= count ? undefined : to;
}
