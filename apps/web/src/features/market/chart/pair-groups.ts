import type { MarketInfo } from '../../../data/market/markets.ts';

/** Groups of the picker, in order; one without markets is not offered. */
export const PAIR_GROUPS = ['favourites', 'hot', 'all', 'stock', 'index', 'forex', 'metal', 'energy'] as const;
export type PairGroup = (typeof PAIR_GROUPS)[number];

type Listed = Pick<MarketInfo, 'symbol' | 'category' | 'quote'>;

/** Returns the markets of a group, favourites in the user's order; turnovers of coins only are comparable. */
export function pairsIn<Market extends Listed>(
  group: PairGroup,
  markets: readonly Market[],
  favourites: readonly string[],
): readonly Market[] {
  if (group === 'favourites')
    return favourites.flatMap((symbol) => markets.filter((market) => market.symbol === symbol));
  if (group === 'hot') return markets.filter(({ category }) => category === 'crypto');
  if (group === 'all') return markets;
  return markets.filter(({ category }) => category === group);
}
