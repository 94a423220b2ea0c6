import { type Decimal, type Price, parseDecimal } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawCurve, drawNamedCurve, markNameSide } from './curve-geometry.ts';

const price = (text: string) => parseDecimal<Price>(text);
const prices = (...texts: string[]) => texts.map(price);
const anyPrice = fc.bigInt({ min: 0n, max: 10n ** 30n }).map((units) => units as Decimal);
const anyPrices = fc.array(anyPrice, { minLength: 2, maxLength: 60 });
const BOX = { width: 64, height: 32, top: 3, bottom: 3 };

const pointsOf = (line: string) =>
  line
    .slice(1)
    .split('L')
    .map((point) => point.split(' ').map(Number) as [number, number]);

describe('a curve against its mark', () => {
  it('given a rise and a fall, then the line has one straight segment per step and the mark is on a whole pixel', () => {
    const curve = drawCurve(prices('10', '12', '8'), price('10'), { ...BOX, top: 0, bottom: 0 });
    expect(curve.line).toBe('M0 16L32 0L64 32');
    expect(curve.area).toBe('M0 16L32 0L64 32L64 16.5L0 16.5Z');
    expect(curve).toMatchObject({ markY: 16.5, lastY: 32 });
  });

  it('stays inside its box, starts at the left edge and ends at the right one', () => {
    fc.assert(
      fc.property(anyPrices, anyPrice, (values, mark) => {
        const points = pointsOf(drawCurve(values, mark, BOX).line);
        expect(points).toHaveLength(values.length);
        expect(points[0]![0]).toBe(0);
        expect(points.at(-1)![0]).toBe(BOX.width);
        for (const [, y] of points) expect(y >= BOX.top && y <= BOX.height - BOX.bottom).toBe(true);
      }),
    );
  });

  it('is above the mark exactly where the value is above it, up to a pixel', () => {
    fc.assert(
      fc.property(anyPrices, anyPrice, (values, mark) => {
        const { line, markY } = drawCurve(values, mark, BOX);
        for (const [index, [, y]] of pointsOf(line).entries())
          expect(values[index]! >= mark ? y <= markY + 0.5 : y >= markY - 0.6).toBe(true);
      }),
    );
  });

  it('given values equal to the mark, then the line is level and inside', () => {
    expect(drawCurve(prices('5', '5'), price('5'), BOX)).toMatchObject({ line: 'M0 16L64 16', markY: 16.5 });
  });

  it('given one value or none, then there is no area', () => {
    expect(drawCurve([], price('5'), BOX).area).toBe('');
    expect(drawCurve(prices('6'), price('5'), BOX).area).toBe('');
  });
});

describe('the label of the mark', () => {
  it('is on the side that the end of the curve leaves free', () => {
    expect(markNameSide(prices('1', '1', '9'), price('5'))).toBe('below');
    expect(markNameSide(prices('9', '9', '1'), price('5'))).toBe('above');
  });

  it('always fits between the mark and the edge', () => {
    fc.assert(
      fc.property(anyPrices, anyPrice, (values, mark) => {
        const { side, markY } = drawNamedCurve(values, mark, { width: 390, height: 76 });
        expect(side === 'below' ? 76 - markY : markY).toBeGreaterThanOrEqual(23.5);
      }),
    );
  });
});
