import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keptLeverages, withLeverage } from './kept-leverage.ts';
import { leverageAt, marksUpTo, placeOf } from './leverage-marks.ts';

describe('the marks of the leverage slider', () => {
  it.each([
    [100, [1, 2, 5, 10, 20, 50, 100]],
    [20, [1, 2, 5, 10, 20]],
    [30, [1, 2, 5, 10, 20, 30]],
    [2, [1, 2]],
  ])('given at most %d, then they end there', (highest, marks) => expect(marksUpTo(highest)).toEqual(marks));

  it('stand at equal distances', () => {
    const marks = marksUpTo(100);
    expect(marks.map((mark) => Math.round(placeOf(mark, marks) * 6))).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('lead back to a leverage within its bounds, and a mark to itself', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 200 }), fc.double({ min: -1, max: 2, noNaN: true }), (highest, place) => {
        const marks = marksUpTo(highest);
        const leverage = leverageAt(place, marks);
        expect(leverage).toBeGreaterThanOrEqual(1);
        expect(leverage).toBeLessThanOrEqual(highest);
        for (const mark of marks) expect(leverageAt(placeOf(mark, marks), marks)).toBe(mark);
      }),
    );
  });
});

describe('kept leverages', () => {
  it('ignore what is not one', () => {
    expect(keptLeverages({ a: 5, b: 0, c: 'x', d: 1.5 })).toEqual({ a: 5 });
    for (const strange of [undefined, null, 'x', 5]) expect(keptLeverages(strange)).toEqual({});
  });

  it('drop the oldest of more than a hundred', () => {
    let kept = {};
    for (let market = 0; market < 101; market++) kept = withLeverage(kept, `u m${market}`, 5);
    expect([Object.keys(kept).length, 'u m0' in kept, 'u m100' in kept]).toEqual([100, false, true]);
  });
});
