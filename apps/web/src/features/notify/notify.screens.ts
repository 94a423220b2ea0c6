import type { Screen } from '../../shared/screen.ts';

export const notifyScreens: readonly Screen[] = [
  {
    path: '/pages/plus/notices',
    access: 'user',
    texts: ['notify'],
    load: () => import('./screens/notices-screen.tsx'),
  },
];
