import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Box, placeCard, roomFor, seenOf } from './coach-position.ts';

const PHONE: Box = { x: 0, y: 0, width: 360, height: 640 };
const CARD = { width: 336, height: 172 };
const meets = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const isInside = (a: Box, view: Box) =>
  a.x >= view.x && a.y >= view.y && a.x + a.width <= view.x + view.width && a.y + a.height <= view.y + view.height;

describe('coach-mark card placement', () => {
  it.each([
    ['a button high up', { x: 12, y: 60, width: 200, height: 44 }, { x: 8, y: 112 }],
    ['a button low down', { x: 12, y: 560, width: 200, height: 44 }, { x: 8, y: 380 }],
    ['nothing that is there', undefined, { x: 12, y: 460 }],
  ])('given %s, then the card is placed where it does not cover it', (_what, target, place) => {
    expect(placeCard(target, CARD, PHONE)).toEqual(place);
  });

  it('given a column as high as a desktop window, then the card is placed beside it', () => {
    const view = { x: 0, y: 0, width: 1280, height: 800 };
    const book = { x: 760, y: 10, width: 232, height: 780 };
    expect(placeCard(book, CARD, view)).toEqual({ x: 416, y: 10 });
  });

  it('never covers its target, and never leaves the viewport of a phone', () => {
    const target = fc.record({
      x: fc.integer({ min: -20, max: 340 }),
      y: fc.integer({ min: -200, max: 630 }),
      width: fc.integer({ min: 1, max: 360 }),
      height: fc.integer({ min: 1, max: 1_200 }),
    });
    fc.assert(
      fc.property(target, (box) => {
        const seen = seenOf(box, PHONE);
        const shown = seen && roomFor(seen, CARD, PHONE);
        const card = { ...placeCard(shown, CARD, PHONE), ...CARD };
        expect(isInside(card, PHONE)).toBe(true);
        if (shown !== undefined) expect(meets(card, shown)).toBe(false);
        if (seen !== undefined && shown !== undefined) expect(isInside(shown, seen)).toBe(true);
      }),
    );
  });

  it('given a target outside the viewport, then it has no visible part', () => {
    expect(seenOf({ x: 0, y: 700, width: 100, height: 40 }, PHONE)).toBe(undefined);
    expect(seenOf({ x: -10, y: 620, width: 100, height: 40 }, PHONE)).toEqual({ x: 0, y: 620, width: 90, height: 20 });
  });
});
