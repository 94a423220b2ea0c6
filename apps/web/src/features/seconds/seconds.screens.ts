import type { Screen } from '../../data/app/screen.ts';

export const secondsScreens: readonly Screen[] = [
  {
    path: '/pages/transaction/index2',
    access: 'public',
    isWide: 'whole',
    product: 'seconds',
    texts: ['seconds', 'refusal'],
    search: { title: 'seconds.title', icon: 'seconds', also: ['search.seconds'] },
    load: () => import('./trade/seconds-screen.tsx'),
  },
  {
    path: '/pages/transaction/seconds_order',
    access: 'user',
    texts: ['seconds', 'bets', 'refusal'],
    search: { title: 'seconds.orders.title', icon: 'list', also: ['search.seconds'] },
    load: () => import('./history/bets-screen.tsx'),
  },
  {
    path: '/pages/plus/statistics',
    access: 'public',
    texts: ['statistics', 'refusal'],
    search: { title: 'statistics.title', icon: 'percent', also: ['search.seconds'] },
    load: () => import('./statistics/statistics-screen.tsx'),
  },
];
