import type { Screen } from '../../data/app/screen.ts';

export const convertScreens: readonly Screen[] = [
  {
    path: '/pages/fund/fundTransfer',
    access: 'user',
    product: 'convert',
    texts: ['convert', 'wallet', 'refusal'],
    search: { title: 'convert.title', icon: 'convert', also: ['search.convert'] },
    load: () => import('./convert-screen.tsx'),
  },
];
