import { coming, type Screen } from '../../data/app/screen.ts';
import { useSession } from '../../data/session/session.ts';

/** Loads a logged-in user's home in parallel with the screen. If that fails, the screen retries. */
function loadHome() {
  if (useSession.getState().token !== undefined) void import('./own-home.tsx').catch(() => undefined);
  return import('./home-screen.tsx');
}

export const homeScreens: readonly Screen[] = [
  {
    path: '/pages/index/index',
    access: 'public',
    isWide: true,
    texts: ['home'],
    search: { title: 'system.tab.home', icon: 'home' },
    load: loadHome,
  },
  coming('/pages/financial/index', 'public', 'home.earn'),
];
