import type { PartTable } from '../../shared/slot-parts.ts';

export const notifyPanels = {
  'home.bell': { texts: ['notify'], load: () => import('./components/bell-panel.tsx') },
} as const satisfies PartTable;
