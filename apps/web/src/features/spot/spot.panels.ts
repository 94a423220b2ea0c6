import type { PartTable } from '../../data/app/slot-parts.ts';

/** Order book and trades panels shown on the chart page, and the fee table of help and chart page. */
export const spotPanels = {
  'chart.book': { texts: ['spot'], load: () => import('./book/book-panel.tsx') },
  'chart.depth': { texts: ['spot'], load: () => import('./book/depth-panel.tsx') },
  'chart.trades': { texts: ['spot'], load: () => import('./book/trades-panel.tsx') },
  'spot.fees': { texts: ['spot'], load: () => import('./fees/fee-table-panel.tsx') },
  'chart.orders': { texts: ['spot'], load: () => import('./orders/orders-panel.tsx') },
} as const satisfies PartTable;
