import type { Screen } from '../../data/app/screen.ts';

export const withdrawalScreens: readonly Screen[] = [
  {
    path: '/pages/fund/withdraw',
    access: 'user',
    product: 'withdraw',
    texts: ['withdrawal', 'deposit', 'payee', 'security', 'wallet', 'refusal'],
    search: { title: 'wallet.withdraw.title', icon: 'withdraw', also: ['search.withdraw'] },
    load: () => import('./withdraw-screen.tsx'),
  },
];
