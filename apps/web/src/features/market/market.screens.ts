import type { Screen } from '../../shared/screen.ts';

export const marketScreens: readonly Screen[] = [
  {
    path: '/pages/market/market',
    access: 'public',
    texts: ['market'],
    load: () => import('./screens/market-screen.tsx'),
  },
];
