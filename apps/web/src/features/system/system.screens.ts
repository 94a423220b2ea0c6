import type { Screen } from '../../shared/screen.ts';

export const notFoundScreen: Screen = {
  path: '/pages/plus/notFound',
  access: 'public',
  texts: [],
  load: () => import('./screens/not-found-screen.tsx'),
};

export const systemScreens: readonly Screen[] = [notFoundScreen];
