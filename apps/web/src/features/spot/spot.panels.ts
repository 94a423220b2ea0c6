import type { PartTable } from '../../shared/slot-parts.ts';

/** Order book and trades panels shown on the chart page. */
export const spotPanels = {
  'chart.book': { texts: ['spot'], load: () => import('./components/panels/book-panel.tsx') },
  'chart.depth': { texts: ['spot'], load: () => import('./components/panels/depth-panel.tsx') },
  'chart.trades': { texts: ['spot'], load: () => import('./components/panels/trades-panel.tsx') },
  'chart.orders': { texts: ['spot'], load: () => import('./components/panels/orders-panel.tsx') },
} as const satisfies PartTable;
