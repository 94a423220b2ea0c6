import { coming, type Screen } from '../../data/app/screen.ts';

export const investScreens: readonly Screen[] = [
  coming('/pages/invest/invest', 'public', 'invest.list', 'dual'),
  coming('/pages/invest/mine', 'user', 'invest.orders', 'dual'),
  coming('/pages/invest/purchase', 'user', 'invest.buy', 'dual'),
  {
    path: '/pages/invest/help',
    access: 'public',
    texts: ['invest'],
    search: { title: 'invest.help.title', icon: 'dual' },
    load: () => import('./help/help-screen.tsx'),
  },
];
