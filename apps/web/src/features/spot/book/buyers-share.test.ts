import { type Amount, formatDecimal, type Price, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { buyersShare, shownModeOf } from './depth.ts';

type Level = readonly [Price, Amount];
const price = (text: string) => parseDecimal<Price>(text);
const level = ([at, amount]: readonly [string, string]): Level => [price(at), parseDecimal<Amount>(amount)];
const levels = (...all: (readonly [string, string])[]) => all.map(level);
const ROWS = { step: price('0.01'), rows: 7 };

describe("the buyers' share of an order book", () => {
  it.each([
    [levels(['99.9', '3']), levels(['100.1', '1']), '0.75'],
    [levels(['99.9', '1'], ['99.8', '1']), levels(['100.1', '2']), '0.5'],
    [levels(), levels(['100.1', '2']), '0'],
    [levels(), levels(), '0.5'],
  ])('is the bid share of the quantity shown: %#', (bids, asks, share) => {
    expect(formatDecimal(buyersShare({ bids, asks }, ROWS))).toBe(share);
  });

  it('given a large order far away, then it does not count', () => {
    const book = { bids: levels(['99.9', '1'], ['0.01', '1000']), asks: levels(['100.1', '1']) };
    expect(formatDecimal(buyersShare(book, ROWS))).toBe('0.5');
  });

  it('given more rows than are shown, then those beyond do not count', () => {
    const book = { bids: levels(['99.9', '1'], ['99.8', '8']), asks: levels(['100.1', '1']) };
    expect(formatDecimal(buyersShare(book, { ...ROWS, rows: 1 }))).toBe('0.5');
  });
});

describe('the order book shown', () => {
  it('given simulated prices, then it is the demo’s for everybody; given real ones, then it is the user’s own', () => {
    expect((['real', 'demo'] as const).map((own) => shownModeOf(own, true))).toEqual(['demo', 'demo']);
    expect((['real', 'demo'] as const).map((own) => shownModeOf(own, false))).toEqual(['real', 'demo']);
  });
});
