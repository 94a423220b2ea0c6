import type { Screen } from '../../shared/screen.ts';

export const marketScreens: readonly Screen[] = [
  {
    path: '/pages/market/market',
    access: 'public',
    texts: ['market'],
    load: () => import('./screens/market-screen.tsx'),
  },
  {
    path: '/pages/market/search',
    access: 'public',
    texts: ['market', 'refusal'],
    load: () => import('./screens/search-screen.tsx'),
  },
  {
    path: '/pages/market/futures',
    access: 'public',
    texts: ['market'],
    load: () => import('./screens/futures-screen.tsx'),
  },
  {
    path: '/pages/transaction/index',
    access: 'public',
    isWide: true,
    texts: ['market', 'chart'],
    load: () => {
      // The chart library is larger than the page, so it is loaded in parallel, not after it. The component that draws
      // with it retries a failed load.
      void import('@app/ui/market/kline/load-library.ts')
        .then(({ loadLibrary }) => loadLibrary())
        .catch(() => undefined);
      return import('./screens/chart-screen.tsx');
    },
  },
];
