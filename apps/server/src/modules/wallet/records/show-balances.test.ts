import { type Amount, formatDecimal, type Price, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import type { Board } from '../../market/index.ts';
import { valueAtRates, valueBalances } from './show-balances.ts';

/** A board with one price, and a count of how often its quotes were read. */
function openBoard() {
  const state = { price: '60000', reads: 0 };
  const quotes = () => {
    state.reads += 1;
    return [{ market: { base: 'BTC', quote: 'USDT' }, price: parseDecimal<Price>(state.price) }];
  };
  return { state, board: { quotes } as unknown as Pick<Board, 'quotes'> }; // What is read.
}

const TWO = parseDecimal<Amount>('2');
const text = (value: Amount | null | undefined) => (value == null ? value : formatDecimal(value));

describe('values in USDT', () => {
  it('given a price that changes, when an amount is valued again, then at the new price', () => {
    const { state, board } = openBoard();
    const value = valueAtRates(board);
    expect(text(value('BTC', TWO))).toBe('120000');
    state.price = '70000';
    expect(text(value('BTC', TWO))).toBe('140000');
    expect(value('XYZ', TWO)).toBeUndefined();
  });

  it('given many balances, when they are listed, then the quotes are read once', () => {
    const { state, board } = openBoard();
    const balance = { account: 'exchange', available: TWO, frozen: TWO } as const;
    const list = ['BTC', 'USDT', 'XYZ'].map((currency) => ({ ...balance, currency }));
    expect(list.map(valueBalances(board)).map(({ equivalent }) => text(equivalent))).toEqual(['240000', '4', null]);
    expect(state.reads).toBe(1);
  });
});
