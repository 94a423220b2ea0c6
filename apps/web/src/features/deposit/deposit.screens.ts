import type { Screen } from '../../data/app/screen.ts';

export const depositScreens: readonly Screen[] = [
  {
    path: '/pages/fund/select',
    access: 'user',
    texts: ['deposit', 'wallet', 'refusal'],
    search: 'none',
    load: () => import('./select/select-screen.tsx'),
  },
  {
    path: '/pages/fund/receive',
    access: 'user',
    product: 'deposit',
    texts: ['deposit', 'wallet', 'refusal'],
    search: { title: 'wallet.deposit.title', icon: 'deposit', also: ['search.deposit'] },
    load: () => import('./receive/receive-screen.tsx'),
  },
  {
    path: '/pages/fund/receive_withdraw_record',
    access: 'user',
    texts: ['deposit', 'wallet', 'refusal'],
    search: { title: 'deposit.records', icon: 'list', also: ['search.history'] },
    load: () => import('./records/records-screen.tsx'),
  },
];
