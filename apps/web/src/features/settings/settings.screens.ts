import type { Screen } from '../../data/app/screen.ts';

export const settingsScreens: readonly Screen[] = [
  {
    path: '/pages/setting/setting',
    access: 'public',
    texts: [
      ...(['settings', 'limits', 'refusal', 'auth', 'kyc', 'invite', 'bonus', 'wallet', 'content', 'chat'] as const),
      ...(['spot', 'contract', 'seconds', 'otc', 'statistics'] as const),
    ],
    search: { title: 'settings.title', icon: 'user', also: ['settings.language'] },
    load: () => import('./me/setting-screen.tsx'),
  },
  {
    path: '/pages/setting/set',
    access: 'public',
    texts: ['settings', 'chart'],
    search: {
      title: 'settings.set.title',
      icon: 'palette',
      also: ['settings.look', 'settings.fiat', 'settings.motion', 'settings.confirmations', 'settings.haptics'],
    },
    load: () => import('./preferences/set-screen.tsx'),
  },
  {
    path: '/pages/setting/userInfo',
    access: 'user',
    texts: ['settings', 'refusal'],
    search: { title: 'settings.profile.title', icon: 'user' },
    load: () => import('./profile/user-info-screen.tsx'),
  },
];
