import { coming, type Screen } from '../../shared/screen.ts';

/** Public access; refusals are shown as text. */
const READ = { access: 'public', texts: ['content', 'refusal'] } as const;

export const contentScreens: readonly Screen[] = [
  { ...READ, path: '/pages/transaction/white_paper', load: () => import('./screens/coin-screen.tsx') },
  { ...READ, path: '/pages/common/article', load: () => import('./screens/article-screen.tsx') },
  { ...READ, path: '/pages/common/webView', load: () => import('./screens/web-view-screen.tsx') },
  { ...READ, path: '/pages/index/news', load: () => import('./screens/news-screen.tsx') },
  coming('/pages/index/guide', 'public', 'content.guide'),
  { ...READ, path: '/pages/setting/privacy', load: () => import('./screens/privacy-screen.tsx') },
  { ...READ, path: '/pages/setting/about', load: () => import('./screens/about-screen.tsx') },
  { ...READ, path: '/pages/setting/help', load: () => import('./screens/help-screen.tsx') },
  { ...READ, path: '/pages/setting/whitePage', load: () => import('./screens/white-page-screen.tsx') },
  { ...READ, path: '/pages/setting/contactUs', load: () => import('./screens/contact-us-screen.tsx') },
  { ...READ, path: '/pages/setting/download', load: () => import('./screens/download-screen.tsx') },
];
