import type { Screen } from '../../data/app/screen.ts';

export const marketScreens: readonly Screen[] = [
  {
    path: '/pages/market/market',
    access: 'public',
    isWide: 'whole',
    texts: ['market'],
    search: { title: 'market.title', icon: 'markets' },
    load: () => import('./list/market-screen.tsx'),
  },
  {
    path: '/pages/market/search',
    access: 'public',
    texts: ['market', 'refusal'],
    search: 'none',
    load: () => import('./search/search-screen.tsx'),
  },
  {
    path: '/pages/market/futures',
    access: 'public',
    product: 'contract',
    texts: ['market'],
    search: { title: 'market.futures.title', icon: 'contract', also: ['search.contract'] },
    load: () => import('./list/futures-screen.tsx'),
  },
  {
    path: '/pages/transaction/index',
    access: 'public',
    isWide: true,
    texts: ['market', 'chart'],
    search: { title: 'market.chart.title', icon: 'candle' },
    load: () => {
      // The chart library is larger than the page, so it is loaded in parallel, not after it. The component that draws
      // with it retries a failed load.
      void import('@app/ui/market/kline/load-library.ts')
        .then(({ loadLibrary }) => loadLibrary())
        .catch(() => undefined);
      return import('./chart/chart-screen.tsx');
    },
  },
];
