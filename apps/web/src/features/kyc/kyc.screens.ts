import type { Screen } from '../../data/app/screen.ts';

export const kycScreens: readonly Screen[] = [
  {
    path: '/pages/setting/real_mark',
    access: 'user',
    texts: ['kyc', 'chat', 'refusal'],
    search: { title: 'kyc.status.title', icon: 'id-card', also: ['search.identity'] },
    load: () => import('./levels/levels-screen.tsx'),
  },
  {
    path: '/pages/setting/real',
    access: 'user',
    texts: ['kyc', 'refusal'],
    product: 'identity',
    search: { title: 'kyc.capture.title', icon: 'camera', also: ['search.identity'] },
    load: () => import('./capture/capture-screen.tsx'),
  },
];
