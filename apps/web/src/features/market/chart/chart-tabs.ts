import type { MarketProduct } from '@app/domain/market';
import type { MarketInfo } from '../../../data/market/markets.ts';

/** Sizes of the panel under a chart: its tabs only, some rows, or most of the page. */
export const PANEL_SIZES = ['closed', 'half', 'tall'] as const;
export type PanelSize = (typeof PANEL_SIZES)[number];

const HALF_PX = 176;
/** Minimum height on a page too low for `HALF_PX`: a few rows. */
const LOWEST_PX = 128;
/** On a page lower than this the panel starts closed, to leave the space to the chart. */
const ROOMY_PX = 760;
const TALL_SHARE = 0.48;
/** Keeps the price, the time frames, some candles, the tabs and the buttons visible. */
const REST_PX = 444;

/** Returns the height of the area below the tabs. */
export function panelHeight(size: PanelSize, pagePx: number): number {
  if (size === 'closed') return 0;
  const half = Math.min(Math.max(pagePx - REST_PX, LOWEST_PX), HALF_PX);
  return size === 'half' ? half : Math.max(half, Math.min(Math.round(pagePx * TALL_SHARE), pagePx - REST_PX));
}

export const firstSize = (pagePx: number): PanelSize => (pagePx < ROOMY_PX ? 'closed' : 'half');

/** Returns the size a panel snaps to when released at a height. */
export function nearestSize(heightPx: number, pagePx: number): PanelSize {
  const distance = (size: PanelSize) => Math.abs(panelHeight(size, pagePx) - heightPx);
  return PANEL_SIZES.reduce((nearest, size) => (distance(size) < distance(nearest) ? size : nearest));
}

/** Returns the size after a tap on the handle: one step larger, and from the largest back to closed. */
export function nextSize(size: PanelSize, pagePx: number): PanelSize {
  const next = PANEL_SIZES[PANEL_SIZES.indexOf(size) + 1] ?? 'closed';
  return panelHeight(next, pagePx) > panelHeight(size, pagePx) ? next : 'closed';
}

/** Product that the two buttons of a chart page trade. */
export type ChartMode = 'spot' | 'contract';
const MODES: readonly ChartMode[] = ['spot', 'contract'];

/** Returns the requested mode if the market offers it, otherwise the first it offers; a view-only market has none. */
export function chartMode(products: readonly MarketProduct[], wanted: string | null): ChartMode | undefined {
  const offered = MODES.filter((mode) => products.includes(mode));
  return offered.find((mode) => mode === wanted) ?? offered[0];
}

export type ChartTab = 'book' | 'depth' | 'trades' | 'info' | 'orders' | 'positions';

const WITH_BOOK: readonly ChartTab[] = ['book', 'depth', 'trades', 'info', 'orders'];
const WITH_POSITIONS: readonly ChartTab[] = ['positions', 'info'];
const WITHOUT_BOOK: readonly ChartTab[] = ['info'];

/** Returns the tabs of a market in a mode: only spot has an order book and the tabs that depend on it. */
export function chartTabs(products: MarketInfo['products'], mode: ChartMode | undefined): readonly ChartTab[] {
  if (mode === 'contract') return WITH_POSITIONS;
  return products.includes('spot') ? WITH_BOOK : WITHOUT_BOOK;
}

/** Returns the chosen tab if this market has it, otherwise the first. */
export const shownTab = (tabs: readonly ChartTab[], chosen: ChartTab | undefined): ChartTab =>
  tabs.find((tab) => tab === chosen) ?? tabs[0] ?? 'info';
