import type { Screen } from '../../shared/screen.ts';

export const spotScreens: readonly Screen[] = [
  {
    path: '/pages/transaction/currency',
    access: 'public',
    texts: ['spot'],
    load: () => import('./screens/spot-screen.tsx'),
  },
];
