import { type Amount, ONE, type Price, parseDecimal } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BookLevel, BookLevels } from './book-source.ts';
import { bookSteps } from './book-steps.ts';
import { groupLevels } from './group-levels.ts';

const price = (text: string) => parseDecimal<Price>(text);
const AMOUNT = ONE as bigint as Amount;
/** Levels at these distances from a price, in ticks, on both sides. */
const bookAt = (middle: bigint, tick: Price, away: readonly number[]): BookLevels => {
  const levels = (sign: bigint) =>
    away.map((ticks): BookLevel => [(middle + sign * BigInt(ticks) * tick) as Price, AMOUNT]);
  return { bids: levels(-1n).filter(([it]) => it > 0n), asks: levels(1n) };
};
/** Thirty levels whose spacing doubles after every six. */
const doubling = (first: number) => {
  const away = [first];
  for (let level = 1; level < 30; level++) away.push((away.at(-1) ?? 0) + first * 2 ** Math.floor(level / 6));
  return away;
};
/** Returns the rows of the side that has fewer, and the levels inside those of the side that shows fewer. */
const shownOf = ({ asks, bids }: BookLevels, step: Price) => {
  const ofAsks = groupLevels(asks, { step, side: 'ask', most: 7 });
  const ofBids = groupLevels(bids, { step, side: 'bid', most: 7 });
  const highest = ofAsks.at(-1)?.[0] ?? 0n;
  const lowest = ofBids.at(-1)?.[0] ?? 0n;
  return {
    rows: Math.min(ofAsks.length, ofBids.length),
    levels: Math.min(asks.filter(([at]) => at <= highest).length, bids.filter(([at]) => at >= lowest).length),
  };
};

describe('grouping steps of an order book', () => {
  it.each([
    ['BTC', '0.01', '76543.21', 512, ['0.01', '10', '50', '100']],
    ['PEPE', '0.00000001', '0.000011', 1, ['0.00000001', '0.00000005', '0.0000001', '0.0000005']],
    ['EUR', '0.00001', '1.085', 2, ['0.00001', '0.00005', '0.0001', '0.0005']],
  ] as const)('given the levels of %s, then each is worth choosing', (_of, tick, at, first, steps) => {
    expect(bookSteps(price(tick), bookAt(price(at), price(tick), doubling(first)))).toEqual(steps.map(price));
  });

  it('given no order book, or an empty one, then there is the tick alone', () => {
    expect(bookSteps(price('0.01'), undefined)).toEqual([price('0.01')]);
    expect(bookSteps(price('0.01'), { bids: [], asks: [] })).toEqual([price('0.01')]);
  });

  it('begin with the tick and rise, and each has four rows at least and shows more levels of the worse side than the one before', () => {
    const away = fc.uniqueArray(fc.integer({ min: 1, max: 9_000 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(away, fc.bigInt({ min: 1n, max: 10_000_000n }), (far, middle) => {
        const tick = price('0.01');
        const book = bookAt(middle * tick, tick, far.sort((a, b) => a - b)); // biome-ignore format: one term
        const steps = bookSteps(tick, book);
        expect(steps[0]).toBe(tick);
        const shown = steps.map((step) => shownOf(book, step));
        for (const [index, { rows, levels }] of shown.entries()) {
          if (index === 0) continue;
          expect((steps[index] ?? 0n) > (steps[index - 1] ?? 0n)).toBe(true);
          expect(rows).toBeGreaterThanOrEqual(4);
          expect(levels).toBeGreaterThan(shown[index - 1]?.levels ?? 0);
        }
      }),
    );
  });
});

describe('rows of any step', () => {
  it('never have a price of zero', () => {
    const step = price('10');
    const bids = [[price('30'), AMOUNT], [price('9.99'), AMOUNT], [price('0.01'), AMOUNT]] as const; // biome-ignore format: a table
    expect(groupLevels(bids, { step, side: 'bid', most: 9 })).toEqual([[price('30'), AMOUNT]]);
  });
});
