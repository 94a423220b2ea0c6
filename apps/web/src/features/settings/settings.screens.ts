import { coming, type Screen } from '../../shared/screen.ts';

export const settingsScreens: readonly Screen[] = [
  {
    path: '/pages/setting/setting',
    access: 'public',
    texts: ['settings', 'auth', 'kyc', 'invite', 'bonus', 'wallet', 'content', 'chat'],
    load: () => import('./screens/setting-screen.tsx'),
  },
  {
    path: '/pages/setting/set',
    access: 'public',
    texts: ['settings'],
    load: () => import('./screens/set-screen.tsx'),
  },
  coming('/pages/setting/userInfo', 'user', 'settings.profile'),
];
