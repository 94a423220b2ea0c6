import type { Screen } from '../../data/app/screen.ts';

export const walletScreens: readonly Screen[] = [
  {
    path: '/pages/fund/assets',
    access: 'user',
    texts: ['wallet', 'refusal'],
    isWide: 'whole',
    search: { title: 'wallet.title', icon: 'assets' },
    load: () => import('./assets/assets-screen.tsx'),
  },
  {
    path: '/pages/fund/transfer',
    access: 'user',
    texts: ['wallet', 'refusal'],
    search: { title: 'wallet.transfer', icon: 'transfer' },
    load: () => import('./transfer/transfer-screen.tsx'),
  },
  {
    path: '/pages/fund/assets_record',
    access: 'user',
    texts: ['wallet', 'refusal'],
    isWide: 'whole',
    search: 'none',
    load: () => import('./coin/coin-screen.tsx'),
  },
  {
    path: '/pages/fund/assets_all_record',
    access: 'user',
    texts: ['wallet', 'refusal'],
    isWide: 'whole',
    search: { title: 'wallet.records.title', icon: 'doc' },
    load: () => import('./records/records-screen.tsx'),
  },
  {
    path: '/pages/fund/transfer_history',
    access: 'user',
    texts: ['wallet', 'convert', 'refusal'],
    search: { title: 'wallet.transfers.title', icon: 'list' },
    load: () => import('./history/transfer-history-screen.tsx'),
  },
  {
    path: '/pages/legal/transfer',
    access: 'user',
    texts: ['wallet', 'otc', 'refusal'],
    search: { title: 'otc.transfer.title', icon: 'transfer' },
    load: () => import('./transfer/fiat-transfer-screen.tsx'),
  },
];
