import { coming, type Screen } from '../../data/app/screen.ts';

export const copyScreens: readonly Screen[] = [
  coming('/pages/copytrade/copy', 'public', 'copy.discover', 'copy'),
  coming('/pages/copytrade/my', 'user', 'copy.mine', 'copy'),
  coming('/pages/copytrade/trader', 'public', 'copy.trader', 'copy'),
  coming('/pages/follow/index', 'user', 'copy.lead', 'copy'),
  coming('/pages/follow/trader', 'user', 'copy.positions', 'copy'),
  coming('/pages/follow/follow', 'user', 'copy.settings', 'copy'),
  coming('/pages/follow/join', 'user', 'copy.join', 'copy'),
  coming('/pages/follow/editName', 'user', 'copy.name', 'copy'),
  {
    path: '/pages/follow/agreement',
    access: 'public',
    texts: ['copy', 'refusal'],
    search: { title: 'copy.agreement.title', icon: 'doc' },
    load: () => import('./agreement/agreement-screen.tsx'),
  },
  {
    path: '/pages/follow/agreement_zh',
    access: 'public',
    texts: ['copy', 'refusal'],
    search: 'none',
    load: () => import('./agreement/agreement-screen.tsx'),
  },
  {
    path: '/pages/follow/agreement_en',
    access: 'public',
    texts: ['copy', 'refusal'],
    search: 'none',
    load: () => import('./agreement/agreement-screen.tsx'),
  },
];
