import { coming, type Screen } from '../../shared/screen.ts';

export const marketScreens: readonly Screen[] = [
  {
    path: '/pages/market/market',
    access: 'public',
    texts: ['market'],
    load: () => import('./screens/market-screen.tsx'),
  },
  coming('/pages/market/search', 'public', 'market.search'),
  coming('/pages/market/futures', 'public', 'market.futures'),
  coming('/pages/transaction/index', 'public', 'market.chart'),
];
