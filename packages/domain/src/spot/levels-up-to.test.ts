import { type Amount, formatDecimal, type Price, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { type DepthLevel, levelsUpTo } from './index.ts';

const level = (price: string, amount: string): DepthLevel => [parseDecimal<Price>(price), parseDecimal<Amount>(amount)];
const ASKS = [level('100', '1'), level('101', '2'), level('103', '4')];
const BIDS = [level('99', '1'), level('98', '2'), level('96', '4')];

describe('the depth up to a price', () => {
  it.each([
    ['the best ask', ASKS, '100', '1'],
    ['a worse ask', ASKS, '103', '7'],
    ['a price between two asks', ASKS, '102', '3'],
    ['a price behind all asks', ASKS, '200', '7'],
    ['the best bid', BIDS, '99', '1'],
    ['a worse bid', BIDS, '98', '3'],
    ['a price between two bids', BIDS, '97', '3'],
    ['an empty side', [], '97', '0'],
  ] as const)('given %s, then its amounts are summed: %#', (_, levels, price, amount) => {
    expect(formatDecimal(levelsUpTo(levels, parseDecimal<Price>(price)))).toBe(amount);
  });
});
