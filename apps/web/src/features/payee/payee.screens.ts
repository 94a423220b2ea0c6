import type { Screen } from '../../data/app/screen.ts';

export const payeeScreens: readonly Screen[] = [
  {
    path: '/pages/setting/wallet',
    access: 'user',
    texts: ['payee', 'wallet', 'refusal'],
    search: { title: 'wallet.addresses.title', icon: 'address-book' },
    load: () => import('./address/address-book-screen.tsx'),
  },
  {
    path: '/pages/setting/addWallet',
    access: 'user',
    texts: ['payee', 'wallet', 'security', 'refusal'],
    search: { title: 'wallet.address_new.title', icon: 'plus' },
    load: () => import('./address/address-screen.tsx'),
  },
  {
    path: '/pages/setting/bank',
    access: 'user',
    texts: ['payee', 'wallet', 'security', 'refusal'],
    search: { title: 'wallet.bank.title', icon: 'bank' },
    load: () => import('./bank/bank-screen.tsx'),
  },
];
