import { coming, type Screen } from '../../data/app/screen.ts';

/** Public access; refusals are shown as text. */
const READ = { access: 'public', texts: ['content', 'refusal'] } as const;

export const contentScreens: readonly Screen[] = [
  { ...READ, path: '/pages/transaction/white_paper', load: () => import('./about/coin-screen.tsx') },
  { ...READ, path: '/pages/common/article', load: () => import('./article/article-screen.tsx') },
  { ...READ, path: '/pages/common/webView', load: () => import('./about/web-view-screen.tsx') },
  { ...READ, path: '/pages/index/news', load: () => import('./news/news-screen.tsx') },
  coming('/pages/index/guide', 'public', 'content.guide'),
  { ...READ, path: '/pages/setting/privacy', load: () => import('./article/privacy-screen.tsx') },
  { ...READ, path: '/pages/setting/about', load: () => import('./about/about-screen.tsx') },
  { ...READ, path: '/pages/setting/help', load: () => import('./help/help-screen.tsx') },
  { ...READ, path: '/pages/setting/whitePage', load: () => import('./article/white-page-screen.tsx') },
  { ...READ, path: '/pages/setting/contactUs', load: () => import('./help/contact-us-screen.tsx') },
  { ...READ, path: '/pages/setting/download', load: () => import('./about/download-screen.tsx') },
];
