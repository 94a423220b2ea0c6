import { type Amount, ONE, type Price, ZERO } from '@app/money';
import { describe, expect, it } from 'vitest';
import { freshQuote } from './results-query.ts';

const quote = (symbol: string, state: 'open' | 'closed' | 'stale' | 'halted') => ({
  id: 1n,
  symbol,
  price: ONE as Price,
  open: ONE as Price,
  high: ONE as Price,
  low: ONE as Price,
  vol: ZERO,
  change: ZERO as Amount,
  state,
  simulated: false,
  at: 0,
  tick: 1,
});
const LIST = [
  quote('BTC/USDT', 'open'),
  quote('XAU/USDT', 'closed'),
  quote('ETH/USDT', 'stale'),
  quote('SOL/USDT', 'halted'),
  quote('EUR/USD', 'open'),
];

describe('a price for a card', () => {
  it.each([
    ['BTC', 0, 'BTC/USDT'],
    ['BTC', 60_000, 'BTC/USDT'],
    ['BTC', 60_001, undefined],
    ['XAU', 0, 'XAU/USDT'],
    ['ETH', 0, undefined],
    ['SOL', 0, undefined],
    ['EUR', 0, undefined],
  ])('of %s, read %d ms ago, is that of %s', (currency, ageMs, symbol) => {
    expect(freshQuote(LIST, ageMs, currency)?.symbol).toBe(symbol);
  });
});
