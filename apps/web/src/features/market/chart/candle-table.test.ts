import { type Decimal, ONE, showPercent } from '@app/money';
import type { KlineBar } from '@app/ui';
import { describe, expect, it } from 'vitest';
import { newestFirst, spanOf } from './candle-table.ts';

const units = (count: number) => (BigInt(count) * ONE) as Decimal;
const bar = (time: number, [open, high, low, close]: readonly [number, number, number, number]): KlineBar => ({
  time,
  open: units(open),
  high: units(high),
  low: units(low),
  close: units(close),
  volume: units(1),
});

describe('the candles as a table', () => {
  it('given more than fit, when listed, then the newest come first and the oldest are left out', () => {
    const bars = Array.from({ length: 30 }, (_, time) => bar(time, [1, 1, 1, 1]));
    expect(newestFirst(bars).map(({ time }) => time)).toEqual(Array.from({ length: 20 }, (_, index) => 29 - index));
  });

  it('given candles, when summed up, then the change runs from the first open to the last close', () => {
    const span = spanOf([bar(2, [105, 130, 100, 120]), bar(1, [100, 110, 90, 105])]);
    expect(span && { ...span, change: showPercent(span.change) }).toEqual({
      last: units(120),
      high: units(130),
      low: units(90),
      change: '+20.00%',
    });
  });

  it('given no candle, when summed up, then there is no summary', () => expect(spanOf([])).toBeUndefined());
});
