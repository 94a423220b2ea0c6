import type { MarketProduct } from '@app/domain/market';

type Offered = { readonly symbol: string; readonly products: readonly MarketProduct[] };

/** Returns the requested market if it is traded as the product; without a request, the first that is. */
export function offeredMarket<Market extends Offered>(
  markets: readonly Market[],
  wanted: string | null,
  product: MarketProduct,
): Market | undefined {
  const offered = markets.filter(({ products }) => products.includes(product));
  return wanted === null ? offered[0] : offered.find(({ symbol }) => symbol === wanted);
}
