import { type Price, parseDecimal, type Rate } from '@app/money';
import { expect, it } from 'vitest';
import { daysMoved } from './days-moved.ts';

const price = (text: string) => parseDecimal<Price>(text);
const rate = (text: string) => parseDecimal<Rate>(text);
const day = (open: string, low: string, high: string) => ({ open: price(open), low: price(low), high: price(high) });

const DAYS = [
  day('100', '95', '101'), // 5 % down.
  day('100', '99', '104'), // 4 % up.
  day('200', '197', '203'), // 1.5 % each way: its range of 3 % does not count as a move.
  day('100', '100', '100'),
];

it.each([
  ['0.05', 1],
  ['0.0500001', 0],
  ['0.04', 2],
  ['0.02', 2],
  ['0.015', 3],
  ['0', 4],
])('given a share of %s, then days count whose price moved so far from the open, either way', (share, count) => {
  expect(daysMoved(DAYS, rate(share))).toBe(count);
});

it('given no days, then none', () => expect(daysMoved([], rate('0.01'))).toBe(0));
