import type { PartTable } from '../../data/app/slot-parts.ts';

/** Article panels for other screens. */
export const contentPanels = {
  'home.ticker': { texts: ['content'], load: () => import('./news/ticker-panel.tsx') },
  'home.banner': { texts: ['content'], load: () => import('./news/banner-panel.tsx') },
  'home.news': { texts: ['content'], load: () => import('./news/news-panel.tsx') },
  'article.category': { texts: ['content'], load: () => import('./article/category-panel.tsx') },
  'search.articles': { texts: ['content'], load: () => import('./help/search-articles-panel.tsx') },
} as const satisfies PartTable;
