import type { Screen } from '../../data/app/screen.ts';

export const limitsScreens: readonly Screen[] = [
  {
    path: '/pages/plus/limits',
    access: 'user',
    texts: ['limits', 'refusal'],
    search: { title: 'limits.title', icon: 'gauge' },
    load: () => import('./limits-screen.tsx'),
  },
];
