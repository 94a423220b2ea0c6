import { describe, expect, it } from 'vitest';
import { offeredMarket } from './offered-market.ts';

const MARKETS = [
  { symbol: 'BRK/USD', products: ['spot'] },
  { symbol: 'BTC/USDT', products: ['spot', 'contract'] },
  { symbol: 'ETH/USDT', products: ['contract'] },
] as const;

describe('the market of a trading screen', () => {
  it.each([
    [null, 'BTC/USDT'],
    ['ETH/USDT', 'ETH/USDT'],
    ['BRK/USD', undefined],
    ['NO/SUCH', undefined],
  ])('given %j requested, when the screen opens, then it shows %j', (wanted, symbol) =>
    expect(offeredMarket(MARKETS, wanted, 'contract')?.symbol).toBe(symbol),
  );

  it('given another product, then its first market is shown, and none that has only others', () => {
    expect(offeredMarket(MARKETS, null, 'spot')?.symbol).toBe('BRK/USD');
    expect(offeredMarket(MARKETS, 'BTC/USDT', 'spot')?.symbol).toBe('BTC/USDT');
    expect(offeredMarket(MARKETS, 'ETH/USDT', 'spot')).toBe(undefined);
  });
});
