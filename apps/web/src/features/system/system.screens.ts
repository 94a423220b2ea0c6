import { coming, type Screen } from '../../data/app/screen.ts';

/** Also shown for any URL that no feature claims. */
export const notFoundScreen: Screen = {
  path: '/pages/plus/notFound',
  access: 'public',
  texts: [],
  load: () => import('./not-found-screen.tsx'),
};

export const systemScreens: readonly Screen[] = [
  notFoundScreen,
  {
    path: '/pages/plus/maintenance',
    access: 'public',
    texts: [],
    load: () => import('./maintenance-screen.tsx'),
  },
  { path: '/pages/plus/update', access: 'public', texts: [], load: () => import('./update-screen.tsx') },
  { path: '/pages/plus/region', access: 'public', texts: [], load: () => import('./region-screen.tsx') },
  coming('/pages/choose-location', 'user', 'system.place_choose'),
  coming('/pages/open-location', 'user', 'system.place'),
];
