import type { PartTable } from '../../shared/slot-parts.ts';

/** Article panels for other screens. */
export const contentPanels = {
  'home.ticker': { texts: ['content'], load: () => import('./components/ticker-panel.tsx') },
  'home.banner': { texts: ['content'], load: () => import('./components/banner-panel.tsx') },
  'home.news': { texts: ['content'], load: () => import('./components/news-panel.tsx') },
  'search.articles': { texts: ['content'], load: () => import('./components/search-articles-panel.tsx') },
} as const satisfies PartTable;
