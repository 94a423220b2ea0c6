import { type Price, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { barsFor, drawLiquidation, spanAround } from './liquidation-curve.ts';

const price = (text: string) => parseDecimal<Price>(text);
const HOUR = 3_600_000;
const BOX = { left: 0, right: 100, top: 0, bottom: 100 };

describe('the hours around a forced close', () => {
  it('given a position of ten hours, then it begins at the opening and shows some time after the close', () => {
    const span = spanAround(0, 10 * HOUR, 100 * HOUR);
    expect(span).toEqual({ from: 0, to: 14 * HOUR, openedAt: 0, closedAt: 10 * HOUR });
    expect(barsFor(span).period).toBe('5min');
  });

  it('given one of a minute that closed just now, then half an hour before it is shown and nothing of the future', () => {
    const closedAt = 5 * HOUR;
    const span = spanAround(closedAt - 60_000, closedAt, closedAt + 1_000.25); // A clock has fractions, a request not.
    expect([span.from, span.to]).toEqual([closedAt - HOUR / 2, closedAt + 1_000]);
    expect(barsFor(span).period).toBe('1min');
  });

  it.each([1, 24, 24 * 30, 24 * 400])('given %i hours, then no more than 240 bars are requested', (hours) => {
    const span = { from: 0, to: hours * HOUR };
    expect(span.to / barsFor(span).ms).toBeLessThanOrEqual(240);
  });
});

describe('the curve of a forced close', () => {
  const levels = { entry: price('100'), liquidation: price('80'), index: price('79') };
  const span = { from: 0, to: 100, openedAt: 0, closedAt: 50 };
  const curve = drawLiquidation(
    [
      { at: 20, price: price('90') },
      { at: 70, price: price('99') },
    ],
    span,
    levels,
    BOX,
  );

  it('begins on the entry and ends on the tick that closed it', () => {
    expect([curve.start, curve.end]).toEqual([
      [0, 0],
      [50, 100],
    ]);
    expect(curve.before).toBe('M0 0L20 47.6L50 100');
  });

  it('has the liquidation line above that tick for a long', () =>
    expect(curve.liquidationY).toBeLessThan(curve.end[1]));

  it('goes on after the close as a line of its own', () => expect(curve.after).toBe('M50 100L70 4.8'));
});
