import type { Screen } from '../../data/app/screen.ts';

export const resultsScreens: readonly Screen[] = [
  {
    path: '/pages/plus/results',
    access: 'user',
    isWide: true,
    texts: ['results', 'refusal'],
    search: { title: 'results.title', icon: 'calendar', also: ['results.share'] },
    load: () => import('./results-screen.tsx'),
  },
];
