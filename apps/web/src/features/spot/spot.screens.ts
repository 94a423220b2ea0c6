import { coming, type Screen } from '../../shared/screen.ts';

export const spotScreens: readonly Screen[] = [
  {
    path: '/pages/transaction/currency',
    access: 'public',
    texts: ['spot'],
    load: () => import('./screens/spot-screen.tsx'),
  },
  coming('/pages/transaction/currency2', 'public', 'spot.lite'),
  coming('/pages/transaction/currency_order', 'user', 'spot.orders'),
];
