import type { Screen } from '../../data/app/screen.ts';

export const contractScreens: readonly Screen[] = [
  {
    path: '/pages/transaction/contract',
    access: 'public',
    isWide: 'whole',
    product: 'contract',
    texts: ['contract', 'position', 'refusal'],
    search: { title: 'contract.title', icon: 'contract', also: ['search.contract'] },
    load: () => import('./trade/contract-screen.tsx'),
  },
  {
    path: '/pages/transaction/contract_order',
    access: 'user',
    texts: ['contract', 'deals'],
    search: { title: 'contract.orders.title', icon: 'list' },
    load: () => import('./history/deals-screen.tsx'),
  },
];
