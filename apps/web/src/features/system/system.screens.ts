import type { Screen } from '../../data/app/screen.ts';

/** Also shown for any URL that no feature claims. */
export const notFoundScreen: Screen = {
  path: '/pages/plus/notFound',
  access: 'public',
  texts: [],
  search: 'none',
  load: () => import('./not-found-screen.tsx'),
};

export const systemScreens: readonly Screen[] = [
  notFoundScreen,
  {
    path: '/pages/plus/maintenance',
    access: 'public',
    texts: [],
    search: 'none',
    load: () => import('./maintenance-screen.tsx'),
  },
  {
    path: '/pages/plus/update',
    access: 'public',
    texts: [],
    search: 'none',
    load: () => import('./update-screen.tsx'),
  },
  {
    path: '/pages/plus/region',
    access: 'public',
    texts: [],
    search: 'none',
    load: () => import('./region-screen.tsx'),
  },
  {
    path: '/pages/choose-location',
    access: 'user',
    texts: ['place'],
    search: 'none',
    load: () => import('./place/choose-place-screen.tsx'),
  },
  {
    path: '/pages/open-location',
    access: 'user',
    texts: ['place', 'refusal'],
    search: 'none',
    load: () => import('./place/open-place-screen.tsx'),
  },
];
