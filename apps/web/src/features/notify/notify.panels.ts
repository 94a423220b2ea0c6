import type { PartTable } from '../../data/app/slot-parts.ts';

export const notifyPanels = {
  'home.bell': { texts: ['notify'], load: () => import('./bell-panel.tsx') },
} as const satisfies PartTable;
