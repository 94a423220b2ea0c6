import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Crop, drag, settleCrop, squareOf, wholeOf, ZOOM_MAX } from './crop.ts';

const picture = fc.record({ width: fc.integer({ min: 1, max: 9000 }), height: fc.integer({ min: 1, max: 9000 }) });
const far = fc.double({ min: -20_000, max: 20_000, noNaN: true });
const crop: fc.Arbitrary<Crop> = fc.record({ x: far, y: far, zoom: fc.double({ min: 0, max: 10, noNaN: true }) });
const HAIR = 1e-6;

describe('a crop', () => {
  it('stays inside the picture at any position and zoom', () => {
    fc.assert(
      fc.property(picture, crop, far, far, (size, wild, x, y) => {
        const { x: left, y: top, side } = squareOf(size, drag(size, settleCrop(size, wild), { x, y, shown: 280 }));
        expect(left).toBeGreaterThanOrEqual(-HAIR);
        expect(top).toBeGreaterThanOrEqual(-HAIR);
        expect(left + side).toBeLessThanOrEqual(size.width + HAIR);
        expect(top + side).toBeLessThanOrEqual(size.height + HAIR);
        expect(side).toBeGreaterThan(0);
      }),
    );
  });

  it('given a settled crop, then settling it again changes nothing', () => {
    fc.assert(
      fc.property(picture, crop, (size, wild) => {
        const settled = settleCrop(size, wild);
        expect(settleCrop(size, settled)).toEqual(settled);
      }),
    );
  });

  it('given a landscape picture, then its full height is taken from the middle', () => {
    expect(squareOf({ width: 400, height: 200 }, wholeOf({ width: 400, height: 200 }))).toEqual({
      x: 100,
      y: 0,
      side: 200,
    });
  });

  it('given a finger that moves right, then the part further left comes into view', () => {
    const size = { width: 400, height: 200 };
    expect(drag(size, wholeOf(size), { x: 14, y: 0, shown: 280 }).x).toBe(190);
  });

  it('given more than the maximum zoom, then it is the maximum', () => {
    expect(settleCrop({ width: 10, height: 10 }, { x: 5, y: 5, zoom: 99 }).zoom).toBe(ZOOM_MAX);
  });
});
