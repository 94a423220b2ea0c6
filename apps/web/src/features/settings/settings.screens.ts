import type { Screen } from '../../shared/screen.ts';

export const settingsScreens: readonly Screen[] = [
  {
    path: '/pages/setting/setting',
    access: 'public',
    texts: ['settings'],
    load: () => import('./screens/setting-screen.tsx'),
  },
];
