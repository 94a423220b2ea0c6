import type { MarketInfo } from '../../../data/market/markets.ts';

const WITH_BOOK = ['book', 'depth', 'trades', 'info', 'orders'] as const;
const WITHOUT_BOOK = ['info'] as const satisfies readonly ChartTab[];

export type ChartTab = (typeof WITH_BOOK)[number];

/** Returns the tabs of a market: only spot has an order book and the tabs that depend on it. */
export const chartTabs = (products: MarketInfo['products']): readonly ChartTab[] =>
  products.includes('spot') ? WITH_BOOK : WITHOUT_BOOK;

/** Returns the chosen tab if this market has it, otherwise the first. */
export const shownTab = (tabs: readonly ChartTab[], chosen: ChartTab | undefined): ChartTab =>
  tabs.find((tab) => tab === chosen) ?? tabs[0] ?? 'info';
