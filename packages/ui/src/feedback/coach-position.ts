/** A part of the window, in its pixels. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
type Size = Pick<Box, 'width' | 'height'>;

/** Between the card, what it points at, and the window's edge. */
const GAP = 8;

const bottomOf = ({ y, height }: Box) => y + height;
const rightOf = ({ x, width }: Box) => x + width;
const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));

/** What of a box is in sight; nothing where none of it is. */
export function seenOf(box: Box, view: Box): Box | undefined {
  const x = Math.max(box.x, view.x);
  const y = Math.max(box.y, view.y);
  const width = Math.min(rightOf(box), rightOf(view)) - x;
  const height = Math.min(bottomOf(box), bottomOf(view)) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

/** Where the card stands: under what it points at, above it, beside it; where nothing has room, at the lower edge. */
export function placeCard(target: Box | undefined, card: Size, view: Box): { readonly x: number; readonly y: number } {
  const middle = target === undefined ? view.x + view.width / 2 : target.x + target.width / 2;
  const x = clamp(middle - card.width / 2, view.x + GAP, rightOf(view) - GAP - card.width);
  const lowest = bottomOf(view) - GAP - card.height;
  if (target === undefined) return { x, y: lowest };
  const under = bottomOf(target) + GAP;
  const above = target.y - GAP - card.height;
  if (under <= lowest) return { x, y: under };
  if (above >= view.y + GAP) return { x, y: above };
  const y = clamp(target.y, view.y + GAP, lowest);
  const before = target.x - GAP - card.width;
  const behind = rightOf(target) + GAP;
  if (before >= view.x + GAP) return { x: before, y };
  return behind + card.width <= rightOf(view) - GAP ? { x: behind, y } : { x, y: lowest };
}

/** How much of a long list is pointed at: so much that the card has room under it. */
export function roomFor(target: Box, card: Size, view: Box): Box {
  const isBeside = target.x - view.x >= card.width + 2 * GAP || rightOf(view) - rightOf(target) >= card.width + 2 * GAP;
  const needed = card.height + 2 * GAP;
  const hasRoom = isBeside || bottomOf(view) - bottomOf(target) >= needed || target.y - view.y >= needed;
  if (hasRoom) return target;
  return { ...target, height: Math.max(0, bottomOf(view) - needed - target.y) };
}
