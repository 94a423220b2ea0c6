import { describe, expect, it } from 'vitest';
import { spotMarket } from './spot-market.ts';

const GOLD = { symbol: 'XAU/USD', products: ['contract'] } as const;
const BTC = { symbol: 'BTC/USDT', products: ['spot', 'contract'] } as const;
const ETH = { symbol: 'ETH/USDT', products: ['spot'] } as const;

describe('the market of the spot screen', () => {
  it.each([
    ['no wish', null, BTC],
    ['a wish', 'ETH/USDT', ETH],
    ['a market without spot', 'XAU/USD', undefined],
    ['a market that is not', 'ABC/USDT', undefined],
  ])('given %s, then it is the one that can be traded', (_, wanted, market) => {
    expect(spotMarket([GOLD, BTC, ETH], wanted)).toBe(market);
  });
});
