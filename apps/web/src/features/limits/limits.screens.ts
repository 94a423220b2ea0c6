import type { Screen } from '../../data/app/screen.ts';

export const limitsScreens: readonly Screen[] = [
  {
    path: '/pages/plus/limits',
    access: 'user',
    texts: ['limits', 'refusal'],
    load: () => import('./limits-screen.tsx'),
  },
];
