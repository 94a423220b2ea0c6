import { coming, type Screen } from '../../data/app/screen.ts';

export const walletScreens: readonly Screen[] = [
  {
    path: '/pages/fund/assets',
    access: 'user',
    texts: ['wallet', 'refusal'],
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
  coming('/pages/setting/wallet', 'user', 'wallet.addresses'),
  coming('/pages/setting/addWallet', 'user', 'wallet.address_new'),
  coming('/pages/setting/bank', 'user', 'wallet.bank'),
  coming('/pages/setting/bill', 'user', 'wallet.statement'),
  coming('/pages/fund/select', 'user', 'wallet.choose_coin'),
  coming('/pages/fund/receive', 'user', 'wallet.deposit'),
  coming('/pages/fund/receive_withdraw_record', 'user', 'wallet.in_out'),
  coming('/pages/fund/withdraw', 'user', 'wallet.withdraw'),
  coming('/pages/fund/assets_record', 'user', 'wallet.coin_ledger'),
  coming('/pages/fund/fundTransfer', 'user', 'wallet.convert'),
  coming('/pages/fund/assets_all_record', 'user', 'wallet.ledger'),
  coming('/pages/fund/transfer_history', 'user', 'wallet.transfers'),
];
