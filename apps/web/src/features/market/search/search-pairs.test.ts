import { describe, expect, it } from 'vitest';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { searchPairs } from './search-pairs.ts';

const market = (symbol: string, name: string) => {
  const [base, quote] = symbol.split('/');
  return { symbol, base, quote, name } as MarketInfo; // All that a search uses.
};
const MARKETS = [
  market('BTC/USDT', 'Bitcoin'),
  market('ETH/USDT', 'Ethereum'),
  market('BCH/USDT', 'Bitcoin Cash'),
  market('ETC/USDT', 'Ethereum Classic'),
  market('TRX/USDT', 'TRON'),
  market('ICP/USDT', 'Internet Computer'),
  market('USD/TRY', 'US dollar and Turkish lira'),
  market('WTI/USD', 'Crude oil (WTI)'),
];
const found = (search: string) => searchPairs(search, MARKETS).map(({ symbol }) => symbol);

describe('the search for pairs', () => {
  it('given the start of a code or name, then prefix matches come before matches inside', () => {
    expect(found('et')).toEqual(['ETH/USDT', 'ETC/USDT', 'ICP/USDT']);
    expect(found('tr')).toEqual(['TRX/USDT', 'USD/TRY']);
    expect(found('in')).toEqual(['ICP/USDT', 'BTC/USDT', 'BCH/USDT']);
  });

  it('given a full name, then it comes before longer names that start with it', () => {
    expect(found('bitcoin')).toEqual(['BTC/USDT', 'BCH/USDT']);
    expect(found('bitcoin cash')).toEqual(['BCH/USDT']);
  });

  it('given a pair in any notation, then that pair is found first', () => {
    for (const written of ['BTC/USDT', 'btcusdt', 'btc usdt', 'btc-usdt', 'usdt btc'])
      expect(found(written)).toEqual(['BTC/USDT']);
  });

  it('given capital letters of a Turkish keyboard, then they match the same letters', () => {
    expect(found('BİTCOİN')).toEqual(['BTC/USDT', 'BCH/USDT']);
    expect(found('lıra')).toEqual(['USD/TRY']);
  });

  it('given several keywords, then all of them must match', () => {
    expect(found('crude wti')).toEqual(['WTI/USD']);
    expect(found('crude btc')).toEqual([]);
  });

  it('given only punctuation, then nothing is found', () => {
    expect(found(' / ')).toEqual([]);
  });
});
