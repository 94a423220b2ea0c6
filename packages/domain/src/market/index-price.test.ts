import { type Amount, floorTo, isMultipleOf, type Price } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computeIndexPrice,
  INDEX_RULES,
  type IndexInput,
  latestQuotes,
  medianOf,
  type RecentPrices,
  type SourceQuote,
} from './index.ts';

const NOW = Date.UTC(2026, 10, 18, 12);
const TICK = 5n as Price;
const price = (value: number) => BigInt(value) as Price; // A test literal.
const quoteOf = (source: number, value: number, ageMs = 0): SourceQuote => ({
  market: 1,
  source,
  price: price(value),
  volume: 0n as Amount,
  atMs: NOW - ageMs,
});
const judge = (quotes: readonly SourceQuote[], more: Partial<IndexInput> = {}) =>
  computeIndexPrice({
    quotes,
    last: undefined,
    recent: [],
    pending: undefined,
    nowMs: NOW,
    rules: INDEX_RULES,
    priceTick: TICK,
    ...more,
  });

/** Any quotes a venue may send: near, far, invalid, old, from the future, and duplicates. */
const anyQuotes = fc.array(
  fc
    .tuple(
      fc.integer({ min: 1, max: 5 }),
      fc.oneof(fc.integer({ min: 98_000, max: 102_000 }), fc.integer({ min: -1_000, max: 2_000_000 })),
      fc.integer({ min: -3_000, max: 4_000 }),
    )
    .map((values) => quoteOf(...values)),
  { maxLength: 10 },
);

describe('a median', () => {
  it('has as many prices at or below it as above: the lower of two middles, rounded down to the tick', () => {
    expect(medianOf([price(30)], TICK)).toBe(30n);
    expect(medianOf([price(30), price(10)], TICK)).toBe(10n);
    expect(medianOf([price(30), price(10), price(20)], TICK)).toBe(20n);
    expect(medianOf([price(40), price(30), price(10), price(20)], TICK)).toBe(20n);
    expect(medianOf([price(24)], TICK)).toBe(20n);
    expect(medianOf([price(100), price(9)], 1n as Price)).toBe(9n); // Compared by value, not as text.
  });
});

describe('an index price', () => {
  it('is the median of the quotes it names, all fresh, valid, close together and more than half', () => {
    fc.assert(
      fc.property(anyQuotes, (quotes) => {
        const verdict = judge(quotes);
        if (verdict.kind === 'none') return;
        const { sources } = verdict;
        const newest = latestQuotes(quotes, { nowMs: NOW, aheadMs: INDEX_RULES.sourceAheadMs });
        const usable = newest.filter(
          (sourceQuote) => sourceQuote.price >= TICK && NOW - sourceQuote.atMs <= INDEX_RULES.sourceStaleMs,
        );
        const prices = sources.map((source) => source.price);
        // Median of all timely quotes: removing the outliers may change the median.
        const middle = Number(
          medianOf(
            usable.map((sourceQuote) => floorTo(sourceQuote.price, TICK)),
            TICK,
          ),
        );
        expect(medianOf(prices, 1n as Price)).toBe(verdict.price); // Already rounded.
        expect(isMultipleOf(verdict.price, TICK)).toBe(true);
        expect(sources.length).toBeGreaterThanOrEqual(INDEX_RULES.sourcesMin);
        expect(sources.length * 2).toBeGreaterThan(usable.length);
        expect(new Set(sources.map(({ source }) => source)).size).toBe(sources.length);
        for (const { source, price: named, ageMs } of sources) {
          const sourceQuote = usable.find((one) => one.source === source);
          expect([floorTo(sourceQuote?.price ?? TICK, TICK), Math.max(0, NOW - (sourceQuote?.atMs ?? 0))]).toEqual([
            named,
            ageMs,
          ]);
          expect(Math.abs(Number(named) - middle) * 50).toBeLessThanOrEqual(middle); // Two per cent.
        }
      }),
    );
  });

  it('does not depend on the arrival order of quotes with different timestamps', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(
          anyQuotes.filter((quotes) => quotes.length > 0).map((quotes) => quotes[0] as SourceQuote),
          {
            selector: ({ source, atMs }) => `${source} ${atMs}`,
            maxLength: 8,
          },
        ),
        (quotes) => {
          expect(judge([...quotes].reverse())).toEqual(judge(quotes));
        },
      ),
    );
  });

  it('given two honest venues of three, when the third quotes anything at all, then it stays between the two', () => {
    const honest = fc.integer({ min: 99_500, max: 100_500 });
    fc.assert(
      fc.property(honest, honest, fc.integer({ min: -10, max: 2_000_000 }), (one, other, lie) => {
        const verdict = judge([quoteOf(1, one), quoteOf(2, other), quoteOf(3, lie)]);
        const low = Math.min(one, other);
        const high = Math.max(one, other);
        expect(verdict.kind).toBe('price');
        if (verdict.kind !== 'price') return;
        expect(verdict.price).toBeGreaterThanOrEqual(floorTo(price(low), TICK));
        expect(verdict.price).toBeLessThanOrEqual(high);
      }),
    );
  });

  it('names its sources in order of their numbers, with the age of each quote', () => {
    expect(judge([quoteOf(11, 1_010, 300), quoteOf(3, 1_000, -200), quoteOf(2, 990, 0)])).toMatchObject({
      kind: 'price',
      price: 1_000n,
      sources: [
        { source: 2, price: 990n, ageMs: 0 },
        { source: 3, price: 1_000n, ageMs: 0 },
        { source: 11, price: 1_010n, ageMs: 300 },
      ],
    });
  });

  it('is on the market’s grid whatever grids the venues use, and a price below one tick is rejected', () => {
    const sources = [{ price: 1_000n }, { price: 1_005n }];
    expect(judge([quoteOf(1, 1_004), quoteOf(2, 1_009)])).toMatchObject({ price: 1_000n, sources });
    expect(judge([quoteOf(1, 4), quoteOf(2, 4)])).toEqual({ kind: 'none', reason: 'no_sources' });
  });

  it('given three sources are required, when one of three is an outlier or absent, then there are too few', () => {
    const rules = { ...INDEX_RULES, sourcesMin: 3 };
    expect(judge([quoteOf(1, 1_000), quoteOf(2, 1_000), quoteOf(3, 2_000)], { rules })).toMatchObject({
      reason: 'too_few',
    });
    expect(judge([quoteOf(1, 1_000), quoteOf(2, 1_000)], { rules })).toMatchObject({ reason: 'too_few' });
  });
});

describe('the guards', () => {
  const near = (percent: number) => [quoteOf(1, 10_000), quoteOf(2, 10_000), quoteOf(3, 10_000 + percent * 100)];
  const all = (value: number) => [quoteOf(1, value), quoteOf(2, value), quoteOf(3, value)];
  const last = { price: price(10_000), atMs: NOW - 200 };

  it('hold at exactly their limits and not beyond: two percent, five percent, two seconds, one second', () => {
    expect(judge(near(2))).toMatchObject({ sources: [{}, {}, { source: 3 }] });
    expect(judge(near(2.05))).toMatchObject({ sources: { length: 2 } });
    for (const value of [10_500, 9_500]) expect(judge(all(value), { last })).toMatchObject({ price: BigInt(value) });
    for (const value of [10_505, 9_495]) expect(judge(all(value), { last })).toMatchObject({ reason: 'jump' });
    expect(judge([quoteOf(1, 100, 2_000), quoteOf(2, 100, -1_000)])).toMatchObject({ kind: 'price' });
    expect(judge([quoteOf(1, 100, 2_001), quoteOf(2, 100)])).toMatchObject({ reason: 'too_few' });
    expect(judge([quoteOf(1, 100), quoteOf(2, 100, -1_001)])).toMatchObject({ reason: 'too_few' });
  });

  it('given two venues agree on a jump and the third moved elsewhere, then the majority is followed after the delay', () => {
    const quotes = [quoteOf(1, 20_000), quoteOf(2, 20_000), quoteOf(3, 30_000)];
    const pending = { price: price(20_000), sinceMs: NOW - 5_000, seenMs: NOW - 200 };
    expect(judge(quotes, { last })).toMatchObject({ reason: 'jump' });
    expect(judge(quotes, { last, pending })).toMatchObject({ price: 20_000n, sources: { length: 2 } });
    expect(judge(quotes, { last, pending: { ...pending, sinceMs: NOW - 4_999 } })).toMatchObject({ reason: 'jump' });
  });

  it('given two venues, one just within the limit and one beyond it, then it waits, upwards as downwards', () => {
    const two = (one: number, other: number) => judge([quoteOf(1, one), quoteOf(2, other)], { last });
    expect(two(9_490, 9_510)).toMatchObject({ reason: 'jump' });
    expect(two(10_490, 10_510)).toMatchObject({ reason: 'jump' });
  });

  it('given a clock that was set back, then a jump seen in the future restarts its wait from now', () => {
    const pending = { price: price(20_000), sinceMs: NOW + 3_600_000, seenMs: NOW + 3_600_000 };
    expect(judge(all(20_000), { last, pending })).toMatchObject({ pending: { sinceMs: NOW, seenMs: NOW } });
  });

  it('given a clock that was set back, then a price from the future is stale once that time has passed again', () => {
    let recent: RecentPrices = [{ price: price(10_000), atMs: NOW + 3_600_000, isDisputed: false }];
    const at = (seconds: number, value: number) => {
      const nowMs = NOW + seconds * 1_000;
      const quotes = all(value).map((sourceQuote) => ({ ...sourceQuote, atMs: nowMs }));
      const verdict = judge(quotes, { last: { price: price(value), atMs: NOW + 3_600_000 }, recent, nowMs });
      if (verdict.kind === 'price') recent = verdict.recent;
      return verdict.kind;
    };
    expect([at(0, 10_000), at(6, 10_400), at(12, 10_800)]).toEqual(['price', 'price', 'price']);
  });

  it('given a new leader that has only the last price, then jumps are measured against it', () => {
    expect(judge(all(10_400), { last })).toMatchObject({
      kind: 'price',
      recent: [{ price: 10_000n }, { price: 10_400n, atMs: NOW }],
    });
  });
});
