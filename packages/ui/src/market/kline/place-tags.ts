/** Half the height of a tag, which the edge of its pane never cuts off. */
export const TAG_HALF = 9;
const GAP = 4;

type Tag<Mark> = {
  readonly mark: Mark;
  readonly y: number;
  readonly width: number;
  /** Direction of further rows, for a tag at the edge whose level is out of view: it may leave the edge. */
  readonly rows?: 'down' | 'up' | undefined;
};
export type PlacedTag<Mark> = Pick<Tag<Mark>, 'mark' | 'y' | 'width'> & { readonly x: number };

const ROW = 2 * TAG_HALF + 2;
const ROWS_MAX = 4;

const isBeside = (y: number, other: { readonly y: number }) => Math.abs(y - other.y) < 2 * TAG_HALF;

/**
 * Places tags at the left, each at the height of its level. One that would cover an earlier tag moves to its right. Where
 * no space is left, a tag of a level out of view takes the next row, and any other is not drawn.
 */
export function placeTags<Mark>(
  tags: readonly Tag<Mark>[],
  pane: { readonly left: number; readonly right: number },
): readonly PlacedTag<Mark>[] {
  const placed: PlacedTag<Mark>[] = [];
  for (const { mark, width, y, rows } of tags) {
    const step = rows === 'up' ? -ROW : ROW;
    for (let row = 0; row < (rows === undefined ? 1 : ROWS_MAX); row += 1) {
      const at = y + row * step;
      const x = freeLeft(placed, at, width, pane.left);
      if (x > pane.left && x + width > pane.right) continue;
      placed.push({ mark, width, x, y: at });
      break;
    }
  }
  return placed;
}

/** Returns the first place in a row where a tag covers none. */
function freeLeft(placed: readonly PlacedTag<unknown>[], y: number, width: number, left: number): number {
  const before = placed.filter((other) => isBeside(y, other)).sort((one, other) => one.x - other.x);
  let x = left;
  for (const other of before)
    if (x + width + GAP > other.x && x < other.x + other.width + GAP) x = other.x + other.width + GAP;
  return x;
}
