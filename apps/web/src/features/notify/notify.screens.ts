import type { Screen } from '../../data/app/screen.ts';

export const notifyScreens: readonly Screen[] = [
  {
    path: '/pages/plus/notices',
    access: 'user',
    texts: ['notify', 'wallet'],
    search: { title: 'notify.title', icon: 'bell' },
    load: () => import('./notices-screen.tsx'),
  },
];
