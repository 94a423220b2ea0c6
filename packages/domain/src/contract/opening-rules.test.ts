import { type Amount, ONE, parseDecimal } from '@app/money';
import { fromUnits } from '@app/testkit/exact';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interestLimits, notionals, rules } from '../../test/contract-arbitraries.ts';
import { SLOW_HOURS, slowLeverageMax } from '../../test/slow-calendar.ts';
import { leverageMaxAt, leverageMaxWithInterest, openingRules } from './index.ts';

const utc = (text: string) => Date.parse(`${text}Z`);
const RULE = { minutes: 15, factor: 2 };
const LIMITS = { lower: parseDecimal<Amount>('2000000'), upper: parseDecimal<Amount>('10000000') };
const leverages = fc.integer({ min: 1, max: 200 });
/** Winter weeks, because the reference knows no summer time. */
const instants = fc.integer({ min: utc('2026-11-16T00:00'), max: utc('2026-12-20T00:00') });
/** Around half-hours, where sessions begin and end. */
const edges = fc
  .record({ at: instants, off: fc.integer({ min: -100, max: 100 }) })
  .map(({ at, off }) => at - (at % 1_800_000) + off * 12_000);

describe('the highest leverage before a close', () => {
  it.each([
    ['us_stock', '2026-11-18T20:44:59.999', 20],
    ['us_stock', '2026-11-18T20:45', 10],
    ['us_stock', '2026-11-18T20:59:59.999', 10],
    ['us_stock', '2026-11-18T21:00', 20], // Closed: no opening at all.
    ['metal', '2026-11-18T21:59', 20], // A break of one hour.
    ['metal', '2026-11-20T21:59', 10],
    ['forex', '2026-11-20T21:45', 10],
    ['always', '2026-11-20T21:59', 20],
  ] as const)('of %s at %s is %s', (hours, at, leverage) => {
    expect(leverageMaxAt(20, hours, utc(at), RULE)).toBe(leverage);
  });

  it('is rounded down, and at least one', () => {
    const at = (leverageMax: number, factor: number) =>
      leverageMaxAt(leverageMax, 'us_stock', utc('2026-11-18T20:50'), { minutes: 15, factor });
    expect([at(25, 2), at(3, 2), at(1, 2), at(20, 50)]).toEqual([12, 1, 1, 1]);
  });
});

describe('the highest leverage at an open interest', () => {
  it.each([
    [100, '2000000', 100],
    [100, '2000000.01', 99],
    [100, '6000000', 1], // A margin rate of 0.505.
    [100, '2080808', 50], // Just below 0.02.
    [100, '2080809', 49],
    [20, '2200000', 13],
    [100, '10000000', 1],
    [100, '99000000', 1],
    [1, '5000000', 1],
  ])('of at most %s, at %s USDT, is %s', (most, openInterest, leverage) => {
    expect(leverageMaxWithInterest(most, parseDecimal<Amount>(openInterest), LIMITS)).toBe(leverage);
  });

  it('never rises with the open interest, and is from one to what it was', () => {
    fc.assert(
      fc.property(leverages, notionals, notionals, interestLimits, (most, one, other, limits) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        const [high, low] = [less, more].map((it) => leverageMaxWithInterest(most, it as Amount, limits)) as [
          number,
          number,
        ];
        expect(high <= most && low <= high && low >= 1).toBe(true);
      }),
    );
  });
});

describe('the rules of an opening', () => {
  it('have the highest leverage that a search finds, and nothing else changes', () => {
    const around = fc.oneof(notionals, fc.constantFrom(1n, 10n ** 26n + ONE, 5n * 10n ** 26n));
    fc.assert(
      fc.property(
        rules,
        leverages,
        around,
        fc.constantFrom(...SLOW_HOURS),
        edges,
        (own, leverageMax, worth, hours, atMs) => {
          const before = { ...own, leverageMax };
          const openInterest = worth as Amount;
          const interest = { lower: fromUnits(own.openInterest.lower), upper: fromUnits(own.openInterest.upper) };
          const slow = slowLeverageMax(
            { leverageMax, closeMargin: own.closeMargin, interest },
            { hours, atMs, openInterest: fromUnits(worth) },
          );
          const after = openingRules(before, { openInterest, hours, atMs });
          expect(after).toEqual({ ...before, leverageMax: slow });
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
