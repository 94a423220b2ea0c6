import type { MarketInfo } from '../../../shared/markets.ts';

const WITH_BOOK = ['book', 'depth', 'trades', 'info', 'orders'] as const;
const WITHOUT_BOOK = ['info'] as const satisfies readonly ChartTab[];

export type ChartTab = (typeof WITH_BOOK)[number];

/** What can be seen of a market beside its chart: only spot has a book, and what comes of one. */
export const chartTabs = (products: MarketInfo['products']): readonly ChartTab[] =>
  products.includes('spot') ? WITH_BOOK : WITHOUT_BOOK;

/** The chosen one, where this market has it. */
export const shownTab = (tabs: readonly ChartTab[], chosen: ChartTab | undefined): ChartTab =>
  tabs.find((tab) => tab === chosen) ?? tabs[0] ?? 'info';
