import { describe, expect, it } from 'vitest';
import { type BookPlan, bookAreas, rowTop } from './book-areas.ts';
import { rowAt } from './row-at.ts';

const PLAN: BookPlan = { layout: 'column', view: 'both', rows: 7, rowHeight: 20, middleHeight: 44, width: 148 };
const at = (plan: Partial<BookPlan>, x: number, y: number) => rowAt(bookAreas({ ...PLAN, ...plan }), 20, { x, y });

describe('the row at a point', () => {
  it.each([
    ['the row above the middle is the best ask', 139.5, { side: 'ask', index: 0 }],
    ['the top row is the farthest ask', 1, { side: 'ask', index: 6 }],
    ['the middle is no row', 160, undefined],
    ['the row below the middle is the best bid', 184, { side: 'bid', index: 0 }],
    ['the last row is the farthest bid', 323, { side: 'bid', index: 6 }],
    ['below the book is no row', 324, undefined],
  ] as const)('given a column with both sides, %s', (_case, y, found) => {
    expect(at({}, 70, y)).toEqual(found);
  });

  it('given asks alone, then they get all rows and end at the middle', () => {
    expect(at({ view: 'asks' }, 70, 279)).toEqual({ side: 'ask', index: 0 });
    expect(at({ view: 'asks' }, 70, 0.5)).toEqual({ side: 'ask', index: 13 });
    expect(at({ view: 'asks' }, 70, 300)).toBeUndefined();
  });

  it('given bids alone, then they start below the middle', () => {
    expect(at({ view: 'bids' }, 70, 43)).toBeUndefined();
    expect(at({ view: 'bids' }, 70, 45)).toEqual({ side: 'bid', index: 0 });
  });

  it('given a wide order book, then bids are left, asks right, and the gap belongs to neither', () => {
    const wide = { layout: 'wide', width: 358 } as const;
    expect(at(wide, 20, 25)).toEqual({ side: 'bid', index: 1 });
    expect(at(wide, 179, 25)).toBeUndefined();
    expect(at(wide, 200, 5)).toEqual({ side: 'ask', index: 0 });
  });

  it('given any row, then the point in its middle finds it', () => {
    for (const plan of [PLAN, { ...PLAN, layout: 'wide' as const }, { ...PLAN, view: 'asks' as const }])
      for (const area of bookAreas(plan))
        for (let index = 0; index < area.rows; index++) {
          const point = { x: area.x + 1, y: rowTop(area, index, 20) + 10 };
          expect(rowAt(bookAreas(plan), 20, point)).toEqual({ side: area.side, index });
        }
  });
});
