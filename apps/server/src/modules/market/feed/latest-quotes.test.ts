import type { SourceQuote, TickSource } from '@app/domain/market';
import { type Amount, LARGEST_MAGNITUDE, type Price, parseDecimal, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLatestQuotes } from './latest-quotes.ts';

const clock = { nowMs: 10_000, aheadMs: 1_000 };
const quoteOf = (given: Partial<SourceQuote>): SourceQuote => ({
  market: 1,
  source: 1,
  price: parseDecimal<Price>('5'),
  volume: parseDecimal<Amount>('2'),
  atMs: 9_000,
  ...given,
});

const named = (source: number): TickSource => ({ source, price: parseDecimal<Price>('5'), ageMs: 0 });
const BOTH = [named(1), named(2)];

describe('the latest quotes of the sources', () => {
  it('keeps the newest quote of each, and an older one that arrives late changes nothing', () => {
    const latest = createLatestQuotes();
    const first = quoteOf({});
    const newer = quoteOf({ atMs: 9_500 });
    const other = quoteOf({ source: 2 });
    latest.record([first, other], clock);
    latest.record([newer, first], clock);
    expect(latest.of(1)).toEqual([newer, other]);
    expect(latest.counts()).toEqual(
      new Map([
        [1, 3],
        [2, 1],
      ]),
    );
  });

  it('given rounds with and without a tick, then the ticks together contain exactly the traded volume', () => {
    const rounds = fc.array(fc.record({ volume: fc.bigInt({ min: 0n, max: 10n ** 24n }), isStored: fc.boolean() }));
    fc.assert(
      fc.property(rounds, (steps) => {
        const latest = createLatestQuotes();
        let reported = 0n;
        for (const { volume, isStored } of steps) {
          latest.record([quoteOf({ volume: volume as Amount }), quoteOf({ source: 2, volume: ZERO })], clock);
          if (!isStored) continue;
          reported += latest.volumeOf(1, BOTH);
          latest.spend([{ market: 1, volume: latest.volumeOf(1, BOTH), sources: BOTH }]);
        }
        expect(reported + latest.volumeOf(1, BOTH)).toBe(steps.reduce((sum, { volume }) => sum + volume, 0n));
      }),
    );
  });

  it('given volume that arrives while a block is being stored, when it is stored, then that waits for the next', () => {
    const latest = createLatestQuotes();
    latest.record([quoteOf({})], clock);
    const inBlock = { market: 1, volume: latest.volumeOf(1, BOTH), sources: BOTH };
    latest.record([quoteOf({})], clock);
    latest.spend([inBlock]);
    expect(latest.volumeOf(1, BOTH)).toBe(parseDecimal<Amount>('2'));
  });

  it.each([
    ['a time in the future', { atMs: 11_001 }],
    ['no number of a source', { source: 0 }],
    ['half a source', { source: 1.5 }],
    ['no whole time', { atMs: 9_000.5 }],
    ['no time', { atMs: Number.NaN }],
    ['a time before time', { atMs: -1 }],
    ['a price that cannot be stored', { price: (LARGEST_MAGNITUDE + 1n) as Price }],
  ])('given %s, then the quote is ignored', (_name, wrong) => {
    const latest = createLatestQuotes();
    latest.record([quoteOf(wrong)], clock);
    expect([latest.of(1), latest.volumeOf(1, BOTH)]).toEqual([[], 0n]);
  });

  it('given a source that a price leaves out, then its volume is neither sealed nor kept for later', () => {
    const latest = createLatestQuotes();
    latest.record([quoteOf({}), quoteOf({ source: 2 }), quoteOf({ source: 3 })], clock);
    const volume = latest.volumeOf(1, BOTH);
    expect(volume).toBe(parseDecimal<Amount>('4'));
    latest.spend([{ market: 1, volume, sources: BOTH }]);
    expect(latest.volumeOf(1, [...BOTH, named(3)])).toBe(ZERO);
  });

  it.each([-1n, LARGEST_MAGNITUDE + 1n])('given a volume of %s, then it is not added', (volume) => {
    const latest = createLatestQuotes();
    latest.record([quoteOf({}), quoteOf({ volume: volume as Amount })], clock);
    expect(latest.volumeOf(1, BOTH)).toBe(parseDecimal<Amount>('2'));
  });
});
