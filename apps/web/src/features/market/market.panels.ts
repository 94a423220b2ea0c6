import type { PartTable } from '../../shared/slot-parts.ts';

/** Market panels for other screens. */
export const marketPanels = {
  'home.movers': { texts: ['market'], load: () => import('./components/movers-panel.tsx') },
  'home.curve': { texts: ['market'], load: () => import('./components/curve-panel.tsx') },
  'market.chart': { texts: ['market', 'chart'], load: () => import('./components/chart-panel.tsx') },
  'market.pair': { texts: ['market'], load: () => import('./components/chart-pair-panel.tsx') },
  'market.quote': { texts: ['market', 'chart'], load: () => import('./components/chart-quote-panel.tsx') },
  'market.star': { texts: ['market'], load: () => import('./components/chart-star-panel.tsx') },
  'market.strip': { texts: ['market'], load: () => import('./components/strip-panel.tsx') },
} as const satisfies PartTable;
