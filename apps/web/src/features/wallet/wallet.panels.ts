import type { PartTable } from '../../shared/slot-parts.ts';

/** What other screens show of one's own money. */
export const walletPanels = {
  'home.equity': { texts: ['wallet'], load: () => import('./components/equity-panel.tsx') },
} as const satisfies PartTable;
