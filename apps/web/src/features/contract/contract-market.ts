import type { MarketProduct } from '@app/domain/market';

type Offered = { readonly symbol: string; readonly products: readonly MarketProduct[] };

/** Returns the requested market if it has a contract; without a request, the first that has one. */
export function contractMarket<Market extends Offered>(
  markets: readonly Market[],
  wanted: string | null,
): Market | undefined {
  const offered = markets.filter(({ products }) => products.includes('contract'));
  return wanted === null ? offered[0] : offered.find(({ symbol }) => symbol === wanted);
}
