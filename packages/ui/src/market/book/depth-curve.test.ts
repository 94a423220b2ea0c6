import { type Amount, type Price, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import type { BookLevel } from './book-source.ts';
import { depthAt, depthCurve, depthStairs } from './depth-curve.ts';

const price = (text: string) => parseDecimal<Price>(text);
const amount = (text: string) => parseDecimal<Amount>(text);
const level = (at: string, much: string): BookLevel => [price(at), amount(much)];
const BOOK = { bids: [level('99', '1'), level('98', '2')], asks: [level('101', '0.5'), level('104', '0.5')] };
const BOX = { width: 100, height: 60 };

describe('the depth of an order book', () => {
  it('given both sides, when summed, then the mid is between the best prices and both ends are equally far from it', () => {
    const curve = depthCurve(BOOK);
    expect([curve?.low, curve?.middle, curve?.high]).toEqual([price('96'), price('100'), price('104')]);
    expect(curve?.bids.map(({ sum }) => sum)).toEqual([amount('1'), amount('3')]);
    expect(curve?.most).toBe(amount('3'));
  });

  it('given one order far away, when summed, then it does not squeeze the others together', () => {
    const far = { ...BOOK, bids: [...BOOK.bids, level('10', '5')] };
    expect(depthCurve(far)).toEqual(depthCurve(BOOK));
  });

  it('given one side only, when summed, then its best price is the mid', () => {
    expect(depthCurve({ ...BOOK, bids: [] })?.middle).toBe(price('101'));
  });

  it('given an empty order book, then there is no curve', () => {
    expect(depthCurve({ bids: [], asks: [] })).toBeUndefined();
  });

  it('given a curve, when drawn, then its steps run from the best price outwards to the edge', () => {
    const curve = depthCurve(BOOK);
    if (curve === undefined) throw new Error('there is a curve');
    expect(depthStairs(curve, 'bid', BOX).line).toBe('M37.5 60H37.5V40H25V0H0');
    expect(depthStairs(curve, 'ask', BOX).area).toBe('M62.5 60H62.5V50H100V40H100V60Z');
  });

  it.each([
    [0, 'bid', '98', '3'],
    [0.2, 'bid', '98', '3'],
    [0.3, 'bid', '99', '1'],
    [0.45, 'bid', '99', '1'],
    [0.55, 'ask', '101', '0.5'],
    [0.9, 'ask', '101', '0.5'],
    [1, 'ask', '104', '1'],
  ] as const)('given a pointer at %f, then it is over the %s at %s, %s in all', (share, side, at, sum) => {
    const curve = depthCurve(BOOK);
    expect(curve && depthAt(curve, share)).toEqual({ side, price: price(at), sum: amount(sum) });
  });
});
