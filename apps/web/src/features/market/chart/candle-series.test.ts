import { type Decimal, ONE } from '@app/money';
import type { KlineBar } from '@app/ui';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCandleSeries } from './candle-series.ts';

const price = (units: number) => (BigInt(units) * ONE) as Decimal;
const bar = (time: number, close: number): KlineBar => ({
  time,
  open: price(1),
  high: price(9),
  low: price(1),
  close: price(close),
  volume: price(close),
});
const closes = (bars: readonly KlineBar[]) => bars.map(({ time, close }) => [time, Number(close / ONE)]);

describe('a series of candles', () => {
  const question = fc.record({ times: fc.uniqueArray(fc.nat({ max: 9 }), { minLength: 1 }), order: fc.integer() });

  it('is the sorted union of all responses with the newest version per bar, in any arrival order', () => {
    fc.assert(
      fc.property(fc.array(question, { maxLength: 12 }), (questions) => {
        const series = createCandleSeries();
        const requests = questions.map((it) => ({ ...it, at: series.now() }));
        for (const { times, at } of [...requests].sort((a, b) => a.order - b.order))
          series.answer(
            [...times].sort((a, b) => a - b).map((time) => bar(time, at)),
            at,
          );
        const newest = new Map(requests.flatMap(({ times, at }) => times.map((time) => [time, at] as const)));
        expect(closes(series.bars())).toEqual([...newest].sort(([a], [b]) => a - b));
      }),
    );
  });

  it('given a live channel, when a response contains its bars, then the channel’s version stays', () => {
    const series = createCandleSeries();
    series.start([bar(5, 1), bar(6, 2)]);
    expect(closes(series.answer([bar(4, 7), bar(5, 7), bar(6, 7), bar(7, 7)], series.now()))).toEqual([
      [4, 7],
      [7, 7],
    ]);
    series.applyLive([bar(6, 3), bar(7, 4)]);
    expect(closes(series.bars())).toEqual([
      [4, 7],
      [5, 1],
      [6, 3],
      [7, 4],
    ]);
  });

  it('given a channel that stopped within a bar, when the bar is fetched, then the response replaces it', () => {
    const series = createCandleSeries();
    series.start([bar(5, 1), bar(6, 2)]);
    series.breakOff();
    series.answer([bar(6, 8)], series.now());
    expect(closes(series.bars())).toEqual([
      [5, 1],
      [6, 8],
    ]);
  });

  it.each([
    ['history reaches the channel’s first bar', 5, 5, undefined],
    ['history ends one bar before it', 4, 5, { from: 4, to: 5 }],
    ['history ends long before it, as over a weekend', 1, 5, { from: 1, to: 5 }],
  ])('given %s, when the channel starts, then the range to fetch is known', (_what, end, start, gap) => {
    const before = createCandleSeries();
    const after = createCandleSeries();
    before.answer([bar(0, 1), bar(end, 1)], before.now());
    before.start([bar(start, 1)]);
    expect(before.gap()).toEqual(gap);
    const requestedAt = after.now(); // The same with a late response.
    after.start([bar(start, 1)]);
    after.answer([bar(0, 1), bar(end, 1)], requestedAt);
    expect(after.gap()).toEqual(gap);
  });

  it('given bars received beyond a gap, when the connection breaks again, then the gap still has to be filled', () => {
    const series = createCandleSeries();
    series.answer([bar(0, 1), bar(1, 1)], series.now());
    series.start([bar(4, 1), bar(5, 1)]);
    series.breakOff();
    expect(series.gap()).toEqual({ from: 1, to: 4 });
    series.start([bar(8, 1)]);
    expect(series.gap()).toEqual({ from: 1, to: 4 });
  });

  it('given a gap, when a response spans it up to the channel, then there is none; older pages do not matter', () => {
    const series = createCandleSeries();
    series.answer([bar(0, 1), bar(1, 1)], series.now());
    series.start([bar(1, 1), bar(2, 1)]);
    series.start([bar(7, 1)]);
    expect(series.gap()).toEqual({ from: 2, to: 7 });
    series.answer([bar(0, 1)], series.now());
    expect(series.gap()).toEqual({ from: 2, to: 7 });
    series.answer([bar(2, 1), bar(5, 1), bar(7, 1)], series.now());
    expect(series.gap()).toBeUndefined();
  });
});
