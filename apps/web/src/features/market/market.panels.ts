import type { PartTable } from '../../data/app/slot-parts.ts';

/** Market panels for other screens. */
export const marketPanels = {
  'home.movers': { texts: ['market'], load: () => import('./movers/movers-panel.tsx') },
  'home.curve': { texts: ['market'], load: () => import('./movers/curve-panel.tsx') },
  'market.chart': { texts: ['market', 'chart'], load: () => import('./chart/chart-panel.tsx') },
  'market.pair': { texts: ['market'], load: () => import('./chart/chart-pair-panel.tsx') },
  'market.quote': { texts: ['market', 'chart'], load: () => import('./chart/chart-quote-panel.tsx') },
  'market.star': { texts: ['market'], load: () => import('./chart/chart-star-panel.tsx') },
  'market.strip': { texts: ['market'], load: () => import('./movers/strip-panel.tsx') },
} as const satisfies PartTable;
