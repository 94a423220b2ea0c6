import type { PartTable } from '../../data/app/slot-parts.ts';

/** Contract panels shown on the chart page. */
export const contractPanels = {
  'chart.positions': { texts: ['position'], load: () => import('./positions/positions-panel.tsx') },
  'chart.contract-facts': { texts: ['levels'], load: () => import('./chart/contract-facts-panel.tsx') },
  'chart.contract-lines': { texts: ['levels', 'position'], load: () => import('./chart/chart-lines-panel.tsx') },
  'chart.contract-calc': { texts: ['calc'], load: () => import('./calc/calc-panel.tsx') },
} as const satisfies PartTable;
