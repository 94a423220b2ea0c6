import type { Category, MarketProduct } from '@app/domain/market';

/** Tabs of the market list, in order. */
export const LIST_TABS = ['favourites', 'spot', 'futures', 'seconds', 'stocks', 'new'] as const;
export type ListTab = (typeof LIST_TABS)[number];

/** Tabs that list a product. */
const TAB_PRODUCTS: Readonly<Partial<Record<ListTab, MarketProduct>>> = { futures: 'contract', seconds: 'seconds' };

/** Returns the tabs without those of products that cannot be traded. */
export const openTabs = (isTraded: (product: MarketProduct) => boolean): readonly ListTab[] =>
  LIST_TABS.filter((tab) => TAB_PRODUCTS[tab] === undefined || isTraded(TAB_PRODUCTS[tab]));

/** Market fields a tab needs. */
type Listed = {
  readonly id: bigint;
  readonly symbol: string;
  readonly quote: string;
  readonly category: Category;
  readonly products: readonly MarketProduct[];
};

const NEWEST = 20;
/** In the order of the tab that names stocks first. */
const CATEGORIES_BESIDE_CRYPTO: readonly Category[] = ['stock', 'index', 'forex', 'metal', 'energy'];

/** Returns the markets of a tab in default order, before any sorting. */
export function marketsIn<Market extends Listed>(
  tab: ListTab,
  markets: readonly Market[],
  favourites: readonly string[] = [],
): readonly Market[] {
  switch (tab) {
    case 'favourites':
      return favourites.flatMap((symbol) => markets.filter((market) => market.symbol === symbol));
    case 'spot':
      return offeredIn('spot', markets);
    case 'futures':
      return offeredIn('contract', markets);
    case 'seconds':
      return offeredIn('seconds', markets);
    case 'stocks':
      return CATEGORIES_BESIDE_CRYPTO.flatMap((wanted) => markets.filter(({ category }) => category === wanted));
    case 'new':
      return [...markets].sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, NEWEST);
  }
}

const offeredIn = <Market extends Listed>(product: MarketProduct, markets: readonly Market[]) =>
  markets.filter(({ products }) => products.includes(product));

/** Shows every market of a tab. */
export const ALL = 'all';
/** One filter chip: a category or a quote currency. The two never share a name. */
export type Chip = Category | (string & {});

/** Returns the filter chips of a tab: categories if it has several, quote currencies if it has one. */
export function chipsOf(markets: readonly Listed[]): { by: 'category' | 'quote'; chips: readonly Chip[] } {
  const categories = [...new Set(markets.map(({ category }) => category))];
  if (categories.length > 1) return { by: 'category', chips: categories };
  return { by: 'quote', chips: [...new Set(markets.map(({ quote }) => quote))] };
}

/** Returns the markets of a chip; a chip this tab does not have filters nothing. */
export function narrowedTo<Market extends Listed>(chip: Chip, markets: readonly Market[]): readonly Market[] {
  const { by, chips } = chipsOf(markets);
  return chips.includes(chip) ? markets.filter((market) => market[by] === chip) : markets;
}
