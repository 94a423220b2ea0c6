import type { BookSide, BookView } from './book-source.ts';

/** Area in which one side of an order book is drawn. */
export type BookArea = {
  readonly side: BookSide;
  readonly x: number;
  readonly width: number;
  readonly rows: number;
  /** Edge at which the best row is drawn; the others follow in the direction of `grows`. */
  readonly y: number;
  readonly grows: 'up' | 'down';
  /**
   * Side on which prices are drawn. In a column, bars and amounts start at the other side; in a wide book, bars start
   * at the prices.
   */
  readonly prices: 'left' | 'right';
  readonly bars: 'left' | 'right';
};

export type BookPlan = {
  readonly layout: 'column' | 'wide';
  readonly view: BookView;
  readonly rows: number;
  readonly rowHeight: number;
  readonly middleHeight: number;
  readonly width: number;
};

const GAP = 12;

/**
 * Returns the areas of both sides: a column has asks on top, growing away from the middle; a wide book has bids left
 * and asks right, best on top.
 */
export function bookAreas(plan: BookPlan): readonly BookArea[] {
  return plan.layout === 'wide' ? besideEachOther(plan) : oneAboveTheOther(plan);
}

function besideEachOther({ width, rows }: BookPlan): readonly BookArea[] {
  const half = (width - GAP) / 2;
  const common = { width: half, rows, y: 0, grows: 'down' } as const;
  return [
    { ...common, side: 'bid', x: 0, prices: 'right', bars: 'right' },
    { ...common, side: 'ask', x: half + GAP, prices: 'left', bars: 'left' },
  ];
}

function oneAboveTheOther({ view, width, rows, rowHeight, middleHeight }: BookPlan): readonly BookArea[] {
  const { ask, bid } = rowsOfSides(view, rows);
  const common = { x: 0, width, prices: 'left', bars: 'right' } as const;
  const middle = ask * rowHeight;
  const areas: readonly BookArea[] = [
    { ...common, side: 'ask', rows: ask, y: middle, grows: 'up' },
    { ...common, side: 'bid', rows: bid, y: middle + middleHeight, grows: 'down' },
  ];
  return areas.filter((area) => area.rows > 0);
}

/** Returns the row count of each side; a side shown alone also gets the rows of the other. */
export const rowsOfSides = (view: BookView, rows: number): Readonly<Record<BookSide, number>> => ({
  ask: { both: rows, asks: rows * 2, bids: 0 }[view],
  bid: { both: rows, asks: 0, bids: rows * 2 }[view],
});

/** Returns the upper edge of a row; index 0 is the best one. */
export const rowTop = (area: BookArea, index: number, rowHeight: number): number =>
  area.grows === 'down' ? area.y + index * rowHeight : area.y - (index + 1) * rowHeight;
