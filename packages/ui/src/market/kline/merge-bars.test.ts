import { type Price, parseDecimal } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KlineBar } from './kline-source.ts';
import { barAt, barChange, mergeBars, placeOf } from './merge-bars.ts';

const bar = (time: number, close = '1'): KlineBar => {
  const price = parseDecimal<Price>(close);
  return { time, open: price, high: price, low: price, close: price, volume: price };
};
const bars = (...times: number[]) => times.map((time) => bar(time));
const timesOf = (run: readonly KlineBar[]) => run.map(({ time }) => time);
const anyRun = (close: string) =>
  fc
    .uniqueArray(fc.integer({ min: 0, max: 60 }))
    .map((times) => times.sort((a, b) => a - b).map((time) => bar(time, close)));

describe('two runs of bars', () => {
  it('are merged in order, one bar per start, and the second run overrides the first', () => {
    fc.assert(
      fc.property(anyRun('1'), anyRun('2'), (under, over) => {
        const merged = mergeBars(under, over);
        const all = [...new Set([...timesOf(under), ...timesOf(over)])].sort((a, b) => a - b);
        expect(timesOf(merged)).toEqual(all);
        for (const one of over) expect(barAt(merged, one.time)).toBe(one);
        for (const one of under) expect(barAt(merged, one.time)).toBe(barAt(over, one.time) ?? one);
      }),
    );
  });

  it('are not modified by the merge', () => {
    const under = bars(1, 2);
    mergeBars(under, [bar(2, '9')]);
    expect(under[1]?.close).toBe(parseDecimal('1'));
  });
});

describe('the changes in a run', () => {
  const drawn = bars(10, 20, 30);

  it.each([
    ['the same again', bars(20, 30), 'nothing'],
    ['an empty run', [], 'nothing'],
    ['bars before the first', [bar(5, '7')], 'nothing'],
    ['another value of the last', [bar(30, '7')], 'end'],
    ['one that began', bars(40), 'end'],
    ['the last and those after a gap', [bar(30, '7'), bar(60), bar(70)], 'end'],
    ['an old one that changed', [bar(20, '7')], 'inside'],
    ['one that was missing', bars(25), 'inside'],
    ['a gap that is filled up to now', [bar(25), bar(30), bar(40)], 'inside'],
  ] as const)('%s', (_, run, kind) => {
    expect(barChange(drawn, run).kind).toBe(kind);
  });

  it('are only the bars that differ', () => {
    const run = [bar(20), bar(30, '7'), bar(40)];
    expect(barChange(drawn, run)).toEqual({ kind: 'end', bars: [run[1], run[2]] });
  });

  it('are all bars if nothing was drawn', () => {
    expect(barChange([], drawn)).toEqual({ kind: 'end', bars: drawn });
  });
});

describe('the position of a time', () => {
  it('is the number of bars that began before it', () => {
    fc.assert(
      fc.property(anyRun('1'), fc.integer({ min: -5, max: 65 }), (run, time) => {
        expect(placeOf(run, time)).toBe(run.filter((one) => one.time < time).length);
      }),
    );
  });
});
