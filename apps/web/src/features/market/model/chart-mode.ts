import type { MarketProduct } from '@app/domain/market';

/** What the two buttons of a chart page lead to. */
export type ChartMode = 'spot' | 'contract';
const MODES: readonly ChartMode[] = ['spot', 'contract'];

/** The wanted mode where the market is offered in it, else the first in which it is; a market for looking only has none. */
export function chartMode(products: readonly MarketProduct[], wanted: string | null): ChartMode | undefined {
  const offered = MODES.filter((mode) => products.includes(mode));
  return offered.find((mode) => mode === wanted) ?? offered[0];
}
