import { coming, type Screen } from '../../shared/screen.ts';

export const homeScreens: readonly Screen[] = [
  { path: '/pages/index/index', access: 'public', texts: ['home'], load: () => import('./screens/home-screen.tsx') },
  coming('/pages/financial/index', 'public', 'home.earn'),
];
