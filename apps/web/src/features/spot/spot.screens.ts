import type { Screen } from '../../data/app/screen.ts';

export const spotScreens: readonly Screen[] = [
  {
    path: '/pages/transaction/currency',
    access: 'public',
    texts: ['spot', 'refusal'],
    isWide: 'whole',
    search: { title: 'spot.title', icon: 'spot' },
    load: () => import('./trade/spot-screen.tsx'),
  },
  {
    path: '/pages/transaction/currency2',
    access: 'public',
    texts: ['spot', 'refusal'],
    search: { title: 'spot.lite.title', icon: 'convert' },
    load: () => import('./lite/lite-screen.tsx'),
  },
  {
    path: '/pages/transaction/currency_order',
    access: 'user',
    texts: ['spot'],
    search: { title: 'spot.orders.title', icon: 'list' },
    load: () => import('./orders/orders-screen.tsx'),
  },
];
