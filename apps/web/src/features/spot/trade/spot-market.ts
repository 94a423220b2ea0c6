import type { MarketProduct } from '@app/domain/market';

type Offered = { readonly symbol: string; readonly products: readonly MarketProduct[] };

/** Returns the requested market if it trades spot; without a request the first that does. */
export function spotMarket<Market extends Offered>(
  markets: readonly Market[],
  wanted: string | null,
): Market | undefined {
  const offered = markets.filter(({ products }) => products.includes('spot'));
  return wanted === null ? offered[0] : offered.find(({ symbol }) => symbol === wanted);
}
