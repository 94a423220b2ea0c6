import type { Screen } from '../../data/app/screen.ts';

export const proofScreens: readonly Screen[] = [
  {
    path: '/pages/plus/verify',
    access: 'public',
    texts: ['proof', 'bets', 'seconds'],
    search: { title: 'proof.title', icon: 'hash' },
    load: () => import('./check/verify-screen.tsx'),
  },
];
