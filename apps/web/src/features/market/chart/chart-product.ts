import type { MarketProduct } from '@app/domain/market';

/** Product that the two buttons of a chart page trade. */
export type ChartMode = 'spot' | 'contract';
const MODES: readonly ChartMode[] = ['spot', 'contract'];

/** Returns the requested mode if the market offers it, otherwise the first it offers; a view-only market has none. */
export function chartMode(products: readonly MarketProduct[], wanted: string | null): ChartMode | undefined {
  const offered = MODES.filter((mode) => products.includes(mode));
  return offered.find((mode) => mode === wanted) ?? offered[0];
}
