import type { PartTable } from '../../shared/slot-parts.ts';

/** What the chart's page shows of a market's book. */
export const spotPanels = {
  'chart.book': { texts: ['spot'], load: () => import('./components/panels/book-panel.tsx') },
  'chart.depth': { texts: ['spot'], load: () => import('./components/panels/depth-panel.tsx') },
  'chart.trades': { texts: ['spot'], load: () => import('./components/panels/trades-panel.tsx') },
  'chart.orders': { texts: ['spot'], load: () => import('./components/panels/orders-panel.tsx') },
} as const satisfies PartTable;
