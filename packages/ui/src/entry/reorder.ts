/** The list with one of its items taken out and put in where `to` says. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return items;
  const others = items.filter((_, index) => index !== from);
  return [...others.slice(0, to), item, ...others.slice(to)];
}

/** Where an item that was dragged so far comes to lie: it takes a place once it covers half of it. */
export function placeAfterDrag(from: number, draggedBy: number, list: { rowHeight: number; count: number }): number {
  const place = from + Math.round(draggedBy / list.rowHeight);
  return Math.min(Math.max(place, 0), list.count - 1);
}

/** By how many rows the row at a place gives way while another is on its way from one place to another. */
export function givesWay(at: number, drag: { from: number; to: number }): -1 | 0 | 1 {
  if (at > drag.from && at <= drag.to) return -1;
  return at < drag.from && at >= drag.to ? 1 : 0;
}

const EDGE_PX = 56;
const FASTEST_PX = 12;

/** How far the region scrolls in a frame while a finger is near one of its edges: the nearer, the faster. */
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

/** The place a key moves an item to; nothing for a key that moves nothing, or at the end of the way. */
export function placeByKey(key: string, from: number, count: number): number | undefined {
  const to = KEYS[key]?.(from, count);
  return to === undefined || to === from || to < 0 || to >= count ? undefined : to;
}
