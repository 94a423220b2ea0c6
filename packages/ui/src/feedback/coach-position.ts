/** Rectangle in the window, in CSS pixels. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
type Size = Pick<Box, 'width' | 'height'>;

/** Distance between the card, its target and the window's edge. */
const GAP = 8;

const bottomOf = ({ y, height }: Box) => y + height;
const rightOf = ({ x, width }: Box) => x + width;
const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));

/** Returns the visible part of a box, or undefined if none of it is visible. */
export function seenOf(box: Box, view: Box): Box | undefined {
  const x = Math.max(box.x, view.x);
  const y = Math.max(box.y, view.y);
  const width = Math.min(rightOf(box), rightOf(view)) - x;
  const height = Math.min(bottomOf(box), bottomOf(view)) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

/**
 * Returns the card's position: below the target, else above it, else beside it; if it fits nowhere, at the lower edge
 * of the view.
 */
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

/** Returns the part of a tall target to highlight, cut so that the card fits below it. */
export function roomFor(target: Box, card: Size, view: Box): Box {
  const isBeside = target.x - view.x >= card.width + 2 * GAP || rightOf(view) - rightOf(target) >= card.width + 2 * GAP;
  const needed = card.height + 2 * GAP;
  const hasRoom = isBeside || bottomOf(view) - bottomOf(target) >= needed || target.y - view.y >= needed;
  if (hasRoom) return target;
  return { ...target, height: Math.max(0, bottomOf(view) - needed - target.y) };
}
