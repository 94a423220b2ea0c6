import type { Screen } from '../../shared/screen.ts';

export const walletScreens: readonly Screen[] = [
  {
    path: '/pages/fund/assets',
    access: 'user',
    texts: ['wallet', 'refusal'],
    load: () => import('./screens/assets-screen.tsx'),
  },
  {
    path: '/pages/fund/transfer',
    access: 'user',
    texts: ['wallet', 'refusal'],
    load: () => import('./screens/transfer-screen.tsx'),
  },
];
