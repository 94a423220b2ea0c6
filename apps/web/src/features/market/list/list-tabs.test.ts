import type { Category, MarketProduct } from '@app/domain/market';
import { describe, expect, it } from 'vitest';
import { ALL, chipsOf, LIST_TABS, type ListTab, marketsIn, narrowedTo, openTabs } from './list-tabs.ts';

const market = (id: bigint, symbol: string, category: Category, products: MarketProduct[] = []) => ({
  id,
  symbol,
  category,
  products,
  quote: symbol.split('/')[1] ?? '',
});

const BTC = market(1n, 'BTC/USDT', 'crypto', ['spot', 'contract', 'seconds']);
const NEW = market(90n, 'NEW/USDC', 'crypto', ['spot']);
const GOLD = market(30n, 'XAU/USD', 'metal', ['contract']);
const NVDA = market(31n, 'NVDA/USD', 'stock', ['seconds']);
const MARKETS = [BTC, NEW, GOLD, NVDA];

describe('a tab of the market list', () => {
  it.each<[ListTab, readonly object[]]>([
    ['spot', [BTC, NEW]],
    ['futures', [BTC, GOLD]],
    ['seconds', [BTC, NVDA]],
    ['stocks', [NVDA, GOLD]],
    ['new', [NEW, NVDA, GOLD, BTC]],
  ])('%s has its markets in its order', (tab, expected) => {
    expect(marketsIn(tab, MARKETS)).toEqual(expected);
  });

  it('given favourites, then they are in the user’s order, without those no longer listed', () => {
    expect(marketsIn('favourites', MARKETS, ['XAU/USD', 'OLD/USDT', 'BTC/USDT'])).toEqual([GOLD, BTC]);
  });

  it('given many, then the newest tab shows twenty', () => {
    const many = Array.from({ length: 30 }, (_, index) => market(BigInt(index + 1), `C${index}/USDT`, 'crypto'));
    expect(marketsIn('new', many).map(({ id }) => id)).toEqual(
      Array.from({ length: 20 }, (_, index) => BigInt(30 - index)),
    );
  });
});

describe('the tabs of the market list', () => {
  it('given a product that cannot be traded, then its tab is missing', () => {
    expect(openTabs(() => true)).toEqual(LIST_TABS);
    expect(openTabs((product) => product === 'spot')).toEqual(['favourites', 'spot', 'stocks', 'new']);
    expect(openTabs((product) => product !== 'seconds')).not.toContain('seconds');
  });
});

describe('the chips of a tab', () => {
  it('are quote currencies where all have one category, and categories where there are several', () => {
    expect(chipsOf([BTC, NEW])).toEqual({ by: 'quote', chips: ['USDT', 'USDC'] });
    expect(chipsOf(MARKETS)).toEqual({ by: 'category', chips: ['crypto', 'metal', 'stock'] });
  });

  it('filter the list; a chip the tab does not have filters nothing', () => {
    expect(narrowedTo('USDC', [BTC, NEW])).toEqual([NEW]);
    expect(narrowedTo('metal', MARKETS)).toEqual([GOLD]);
    expect(narrowedTo('metal', [BTC, NEW])).toEqual([BTC, NEW]);
    expect(narrowedTo(ALL, MARKETS)).toEqual(MARKETS);
  });
});
