import type { Screen } from '../../shared/screen.ts';

export const settingsScreens: readonly Screen[] = [
  {
    path: '/pages/setting/setting',
    access: 'public',
    texts: [
      ...(['settings', 'limits', 'refusal', 'auth', 'kyc', 'invite', 'bonus', 'wallet', 'content', 'chat'] as const),
      ...(['spot', 'contract', 'seconds', 'otc'] as const),
    ],
    load: () => import('./screens/setting-screen.tsx'),
  },
  {
    path: '/pages/setting/set',
    access: 'public',
    texts: ['settings', 'chart'],
    load: () => import('./screens/set-screen.tsx'),
  },
  {
    path: '/pages/setting/userInfo',
    access: 'user',
    texts: ['settings', 'refusal'],
    load: () => import('./screens/user-info-screen.tsx'),
  },
];
