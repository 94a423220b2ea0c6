import type { Category, MarketProduct } from '@app/domain/market';

/** The tabs of the market list, in their order. */
export const LIST_TABS = ['favourites', 'spot', 'futures', 'seconds', 'stocks', 'new'] as const;
export type ListTab = (typeof LIST_TABS)[number];

/** What a tab needs to know of a market. */
type Listed = {
  readonly id: bigint;
  readonly symbol: string;
  readonly quote: string;
  readonly category: Category;
  readonly products: readonly MarketProduct[];
};

const NEWEST = 20;

/** The markets of a tab, in the order they are shown in before anybody sorts. */
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
      return markets.filter(({ category }) => category !== 'crypto');
    case 'new':
      return [...markets].sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, NEWEST);
  }
}

const offeredIn = <Market extends Listed>(product: MarketProduct, markets: readonly Market[]) =>
  markets.filter(({ products }) => products.includes(product));

/** Shows every market of a tab. */
export const ALL = 'all';
/** One chip: a kind of thing, or what it is paid with. The two never have a name in common. */
export type Chip = Category | (string & {});

/** What a tab can be narrowed to: by kind where it has several, by quote currency where all are of one kind. */
export function chipsOf(markets: readonly Listed[]): { by: 'category' | 'quote'; chips: readonly Chip[] } {
  const categories = [...new Set(markets.map(({ category }) => category))];
  if (categories.length > 1) return { by: 'category', chips: categories };
  return { by: 'quote', chips: [...new Set(markets.map(({ quote }) => quote))] };
}

/** The markets of a chip; one that this tab does not have narrows nothing. */
export function narrowedTo<Market extends Listed>(chip: Chip, markets: readonly Market[]): readonly Market[] {
  const { by, chips } = chipsOf(markets);
  return chips.includes(chip) ? markets.filter((market) => market[by] === chip) : markets;
}
