import type { Screen } from '../../data/app/screen.ts';

/** Public access; refusals are shown as text. */
const READ = { access: 'public', texts: ['content', 'refusal'] } as const;

export const contentScreens: readonly Screen[] = [
  {
    path: '/pages/transaction/white_paper',
    access: 'public',
    texts: ['content', 'coin', 'refusal'],
    search: 'none',
    load: () => import('./about/coin-screen.tsx'),
  },
  { ...READ, path: '/pages/common/article', search: 'none', load: () => import('./article/article-screen.tsx') },
  { ...READ, path: '/pages/common/webView', search: 'none', load: () => import('./about/web-view-screen.tsx') },
  {
    ...READ,
    path: '/pages/index/news',
    search: { title: 'content.news.title', icon: 'megaphone' },
    load: () => import('./news/news-screen.tsx'),
  },
  {
    path: '/pages/index/activity',
    access: 'public',
    texts: ['bonus', 'content', 'refusal'],
    search: { title: 'bonus.campaigns.title', icon: 'calendar' },
    load: () => import('./news/activity-screen.tsx'),
  },
  {
    path: '/pages/index/guide',
    access: 'public',
    texts: ['content', 'lesson', 'refusal'],
    search: { title: 'content.guide.title', icon: 'learn' },
    load: () => import('./learn/guide-screen.tsx'),
  },
  {
    ...READ,
    path: '/pages/setting/help',
    search: { title: 'content.help.title', icon: 'help' },
    load: () => import('./help/help-screen.tsx'),
  },
  {
    ...READ,
    path: '/pages/setting/contactUs',
    search: { title: 'content.contact.title', icon: 'mail' },
    load: () => import('./help/contact-us-screen.tsx'),
  },
  {
    path: '/pages/common/serverView',
    access: 'public',
    texts: ['chat', 'content', 'refusal'],
    search: { title: 'chat.support.title', icon: 'headset' },
    load: () => import('./help/support-screen.tsx'),
  },
  {
    ...READ,
    path: '/pages/setting/operational_compliance',
    search: { title: 'content.terms.title', icon: 'doc' },
    load: () => import('./terms/terms-screen.tsx'),
  },
  {
    ...READ,
    path: '/pages/setting/download',
    search: { title: 'content.install.title', icon: 'save' },
    load: () => import('./about/download-screen.tsx'),
  },
  {
    ...READ,
    path: '/pages/setting/about',
    search: { title: 'content.about.title', icon: 'info' },
    load: () => import('./about/about-screen.tsx'),
  },
  {
    ...READ,
    path: '/pages/setting/privacy',
    search: { title: 'content.privacy.title', icon: 'eye-off' },
    load: () => import('./article/privacy-screen.tsx'),
  },
  {
    ...READ,
    path: '/pages/setting/whitePage',
    search: { title: 'content.paper.title', icon: 'doc' },
    load: () => import('./article/white-page-screen.tsx'),
  },
];
