import type { Screen } from '../../shared/screen.ts';

export const spotScreens: readonly Screen[] = [
  {
    path: '/pages/transaction/currency',
    access: 'public',
    texts: ['spot', 'refusal'],
    isWide: 'whole',
    load: () => import('./screens/spot-screen.tsx'),
  },
  {
    path: '/pages/transaction/currency2',
    access: 'public',
    texts: ['spot', 'refusal'],
    load: () => import('./screens/lite-screen.tsx'),
  },
  {
    path: '/pages/transaction/currency_order',
    access: 'user',
    texts: ['spot'],
    load: () => import('./screens/orders-screen.tsx'),
  },
];
