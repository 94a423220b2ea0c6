import type { Screen } from '../../data/app/screen.ts';

export const settingsScreens: readonly Screen[] = [
  {
    path: '/pages/setting/setting',
    access: 'public',
    texts: [
      ...(['settings', 'limits', 'refusal', 'auth', 'kyc', 'invite', 'bonus', 'wallet', 'content', 'chat'] as const),
      ...(['spot', 'contract', 'seconds', 'otc'] as const),
    ],
    load: () => import('./me/setting-screen.tsx'),
  },
  {
    path: '/pages/setting/set',
    access: 'public',
    texts: ['settings', 'chart'],
    load: () => import('./preferences/set-screen.tsx'),
  },
  {
    path: '/pages/setting/userInfo',
    access: 'user',
    texts: ['settings', 'refusal'],
    load: () => import('./profile/user-info-screen.tsx'),
  },
];
