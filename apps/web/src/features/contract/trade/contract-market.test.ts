import { describe, expect, it } from 'vitest';
import { contractMarket } from './contract-market.ts';

const MARKETS = [
  { symbol: 'BRK/USD', products: ['spot'] },
  { symbol: 'BTC/USDT', products: ['spot', 'contract'] },
  { symbol: 'ETH/USDT', products: ['contract'] },
] as const;

describe('the market of the contract screen', () => {
  it.each([
    [null, 'BTC/USDT'],
    ['ETH/USDT', 'ETH/USDT'],
    ['BRK/USD', undefined],
    ['NO/SUCH', undefined],
  ])('given %j requested, when the screen opens, then it shows %j', (wanted, symbol) =>
    expect(contractMarket(MARKETS, wanted)?.symbol).toBe(symbol),
  );

  it('given contracts are closed, when the screen opens, then it shows a market that is traded on spot', () => {
    expect(contractMarket(MARKETS, null, 'spot')?.symbol).toBe('BRK/USD');
    expect(contractMarket(MARKETS, 'BTC/USDT', 'spot')?.symbol).toBe('BTC/USDT');
    expect(contractMarket(MARKETS, 'ETH/USDT', 'spot')).toBe(undefined);
  });
});
