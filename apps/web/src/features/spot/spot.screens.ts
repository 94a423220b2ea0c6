import type { Screen } from '../../data/app/screen.ts';

export const spotScreens: readonly Screen[] = [
  {
    path: '/pages/transaction/currency',
    access: 'public',
    texts: ['spot', 'refusal'],
    isWide: 'whole',
    load: () => import('./trade/spot-screen.tsx'),
  },
  {
    path: '/pages/transaction/currency2',
    access: 'public',
    texts: ['spot', 'refusal'],
    load: () => import('./lite/lite-screen.tsx'),
  },
  {
    path: '/pages/transaction/currency_order',
    access: 'user',
    texts: ['spot'],
    load: () => import('./orders/orders-screen.tsx'),
  },
];
