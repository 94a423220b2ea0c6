import type { PartTable } from '../../data/app/slot-parts.ts';

/** Panels about the user's money for other screens. */
export const walletPanels = {
  'home.equity': { texts: ['wallet'], load: () => import('./equity/equity-panel.tsx') },
  'wallet.leave_demo': { texts: ['wallet'], load: () => import('./actions/leave-demo-panel.tsx') },
} as const satisfies PartTable;
