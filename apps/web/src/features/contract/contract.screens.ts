import { coming, type Screen } from '../../data/app/screen.ts';

export const contractScreens: readonly Screen[] = [
  {
    path: '/pages/transaction/contract',
    access: 'public',
    isWide: true,
    product: 'contract',
    texts: ['contract'],
    search: { title: 'contract.title', icon: 'contract', also: ['search.contract'] },
    load: () => import('./contract-screen.tsx'),
  },
  coming('/pages/transaction/contract_order', 'user', 'contract.orders', 'contract'),
];
