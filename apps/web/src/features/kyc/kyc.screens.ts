import { coming, type Screen } from '../../data/app/screen.ts';

export const kycScreens: readonly Screen[] = [
  {
    path: '/pages/setting/real_mark',
    access: 'user',
    texts: ['kyc', 'chat', 'refusal'],
    search: { title: 'kyc.status.title', icon: 'id-card' },
    load: () => import('./levels/levels-screen.tsx'),
  },
  coming('/pages/setting/real', 'user', 'kyc.capture', 'identity'),
];
