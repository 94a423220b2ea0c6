import { coming, type Screen } from '../../shared/screen.ts';

const built = (path: Screen['path'], load: Extract<Screen, { load: unknown }>['load']): Screen => ({
  path,
  access: 'public',
  texts: ['content', 'refusal'],
  load,
});

export const contentScreens: readonly Screen[] = [
  built('/pages/transaction/white_paper', () => import('./screens/coin-screen.tsx')),
  built('/pages/common/article', () => import('./screens/article-screen.tsx')),
  built('/pages/common/webView', () => import('./screens/web-view-screen.tsx')),
  built('/pages/index/news', () => import('./screens/news-screen.tsx')),
  coming('/pages/index/guide', 'public', 'content.guide'),
  built('/pages/setting/privacy', () => import('./screens/privacy-screen.tsx')),
  built('/pages/setting/about', () => import('./screens/about-screen.tsx')),
  built('/pages/setting/help', () => import('./screens/help-screen.tsx')),
  built('/pages/setting/whitePage', () => import('./screens/white-page-screen.tsx')),
  built('/pages/setting/contactUs', () => import('./screens/contact-us-screen.tsx')),
  built('/pages/setting/download', () => import('./screens/download-screen.tsx')),
];
