import type { PartTable } from '../../shared/slot-parts.ts';

/** Panels about the user's money for other screens. */
export const walletPanels = {
  'home.equity': { texts: ['wallet'], load: () => import('./components/equity-panel.tsx') },
} as const satisfies PartTable;
