import { coming, type Screen } from '../../shared/screen.ts';

export const contentScreens: readonly Screen[] = [
  coming('/pages/transaction/white_paper', 'public', 'content.coin'),
  coming('/pages/common/article', 'public', 'content.article'),
  coming('/pages/common/webView', 'public', 'content.web'),
  coming('/pages/index/news', 'public', 'content.news'),
  coming('/pages/index/guide', 'public', 'content.guide'),
  coming('/pages/setting/privacy', 'public', 'content.privacy'),
  coming('/pages/setting/about', 'public', 'content.about'),
  coming('/pages/setting/help', 'public', 'content.help'),
  coming('/pages/setting/whitePage', 'public', 'content.paper'),
  {
    path: '/pages/setting/contactUs',
    access: 'public',
    texts: ['content', 'refusal'],
    load: () => import('./screens/contact-us-screen.tsx'),
  },
  {
    path: '/pages/setting/download',
    access: 'public',
    texts: ['content', 'refusal'],
    load: () => import('./screens/download-screen.tsx'),
  },
];
