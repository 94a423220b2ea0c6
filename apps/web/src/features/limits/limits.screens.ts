import type { Screen } from '../../shared/screen.ts';

export const limitsScreens: readonly Screen[] = [
  {
    path: '/pages/plus/limits',
    access: 'user',
    texts: ['limits', 'refusal'],
    load: () => import('./screens/limits-screen.tsx'),
  },
];
