import type { PartTable } from '../../data/app/slot-parts.ts';

/** The user's withdrawals, for the page that lists deposits too. */
export const withdrawalPanels = {
  'withdrawal.records': {
    texts: ['withdrawal', 'deposit', 'wallet', 'refusal'],
    load: () => import('./records/withdrawals-panel.tsx'),
  },
} as const satisfies PartTable;
