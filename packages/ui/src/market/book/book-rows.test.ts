import { type Amount, type Price, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { type BookShape, bookAmount, bookRows } from './book-rows.ts';
import type { BookLevel } from './book-source.ts';

const price = (text: string) => parseDecimal<Price>(text);
const level = (at: string, amount: string): BookLevel => [price(at), parseDecimal<Amount>(amount)];
const BOOK = {
  bids: [level('67842', '0.2'), level('67841.3', '0.05'), level('67840', '0.4')],
  asks: [level('67842.6', '0.1'), level('67844.4', '0.8'), level('67845.1', '1.6')],
};
const SHAPE: BookShape = {
  rows: { bid: 2, ask: 2 },
  step: price('0.1'),
  precision: 1,
  lotPrecision: 4,
  own: [],
};

const near = (share: number) => expect.closeTo(share, 3) as number;

describe('the rows of an order book', () => {
  it('given an order book, when its rows are built, then they are best first, as many as requested', () => {
    const { bid, ask } = bookRows(BOOK, SHAPE);
    expect(bid.map(({ priceText, amountText }) => [priceText, amountText])).toEqual([
      ['67,842.0', '0.2000'],
      ['67,841.3', '0.0500'],
    ]);
    expect(ask.map(({ priceText }) => priceText)).toEqual(['67,842.6', '67,844.4']);
  });

  it('given levels beyond the rows, when shares are computed, then they add up from the best to the larger total', () => {
    const { bid, ask } = bookRows(BOOK, SHAPE);
    expect(bid.map(({ share }) => share)).toEqual([0.2 / 0.9, 0.25 / 0.9].map(near));
    expect(ask.map(({ share }) => share)).toEqual([0.1 / 0.9, 1].map(near));
  });

  it('given a coarse step, when prices are formatted, then they have no more decimals than the step', () => {
    const { bid, ask } = bookRows(BOOK, { ...SHAPE, step: price('10') });
    expect([bid[0]?.priceText, ask[0]?.priceText]).toEqual(['67,840', '67,850']);
  });

  it('given an own bid inside a group, when rows are built, then that bid group is marked and no ask is', () => {
    const own = [{ side: 'bid', price: price('67842') }] as const;
    const { bid, ask } = bookRows(BOOK, { ...SHAPE, step: price('10'), own });
    expect(bid.map(({ isOwn }) => isOwn)).toEqual([true]);
    expect(ask.map(({ isOwn }) => isOwn)).toEqual([false]);
  });

  it('given an empty order book, when rows are built, then there are none', () => {
    expect(bookRows({ bids: [], asks: [] }, SHAPE)).toEqual({ bid: [], ask: [] });
  });
});

describe('an amount beside a price', () => {
  it.each([
    ['0.821', '0.82100'],
    ['12.34567', '12.34567'],
    ['123.45678', '123.4567'],
    ['1234567.8', '1,234,567'],
    ['12345678.9', '12.34M'],
  ])('given %s with a lot precision of five decimals, then it reads %s', (amount, text) => {
    expect(bookAmount(parseDecimal<Amount>(amount), 5)).toBe(text);
  });
});
