import { describe, expect, it } from 'vitest';
import { PAIR_GROUPS, pairsIn } from './pair-groups.ts';

const BTC = { symbol: 'BTC/USDT', quote: 'USDT', category: 'crypto' } as const;
const EUR = { symbol: 'EUR/USD', quote: 'USD', category: 'forex' } as const;
const NVDA = { symbol: 'NVDA/USD', quote: 'USD', category: 'stock' } as const;
const MARKETS = [BTC, EUR, NVDA];

describe('a group of the pair picker', () => {
  it('has favourites in the user’s order, without those that are not offered here', () => {
    expect(pairsIn('favourites', MARKETS, ['NVDA/USD', 'OLD/USDT', 'BTC/USDT'])).toEqual([NVDA, BTC]);
  });

  it('is hot for coins, everything for all, and otherwise a category', () => {
    expect(pairsIn('hot', MARKETS, [])).toEqual([BTC]);
    expect(pairsIn('all', MARKETS, [])).toEqual(MARKETS);
    expect(pairsIn('forex', MARKETS, [])).toEqual([EUR]);
  });

  it('leaves no market out of all groups together', () => {
    const found = PAIR_GROUPS.filter((group) => group !== 'all').flatMap((group) => pairsIn(group, MARKETS, []));
    expect(new Set(found)).toEqual(new Set(MARKETS));
  });
});
