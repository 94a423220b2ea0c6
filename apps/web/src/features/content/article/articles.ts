import { CallRefused } from '@app/client/call';
import { FIRST_PAGE, placeAfter } from '@app/client/query';
import { ARTICLE_CATEGORIES, type ArticleCategory } from '@app/domain/content';
import type { Language } from '@app/i18n';
import type { Output } from '@app/protocol';
import { listNews, newsDetail, newsPop, searchArticles } from '@app/protocol/content';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { usePreferences } from '../../../data/app/preferences.ts';
import { call } from '../../../data/call/call.ts';

export type Heading = Output<typeof listNews>['list'][number];
export type Article = Output<typeof newsDetail>;

/** Articles change rarely. The cache is per language, and every call names the language of its key. */
const KEPT_MS = 600_000;
const PAGE_SIZE = 10;
/** Upper bound on the articles of a category that is shown whole. */
const WHOLE_MAX = 50;
const NEWEST = 3;
/** Longest search text the server accepts. */
const WORDS_MAX = 60;

export const useLanguage = (): Language => usePreferences(({ language }) => language);

/** Returns one article, or null if it no longer exists. */
export const articleQuery = (language: Language, id: bigint) =>
  queryOptions({
    queryKey: ['content', language, 'article', String(id)],
    queryFn: async ({ signal }): Promise<Article | null> => {
      try {
        return await call(newsDetail, { id }, { signal, language });
      } catch (error) {
        if (error instanceof CallRefused && error.code === 'not_found') return null;
        throw error;
      }
    },
    staleTime: KEPT_MS,
  });

const headingsQuery = (language: Language, category: ArticleCategory, limit: number) =>
  queryOptions({
    queryKey: ['content', language, 'headings', category, limit],
    queryFn: async ({ signal }) =>
      (await call(listNews, { c_id: category, page: 1, limit }, { signal, language })).list,
    staleTime: KEPT_MS,
  });

/** Returns all headings of a small category. */
export const allHeadingsQuery = (language: Language, category: ArticleCategory) =>
  headingsQuery(language, category, WHOLE_MAX);

export const newestQuery = (language: Language) => headingsQuery(language, ARTICLE_CATEGORIES.news, NEWEST);

/** Returns a category page by page. */
export const headingPagesQuery = (language: Language, category: ArticleCategory) =>
  infiniteQueryOptions({
    queryKey: ['content', language, 'pages', category],
    queryFn: ({ pageParam, signal }) =>
      call(listNews, { c_id: category, ...pageParam, limit: PAGE_SIZE }, { signal, language }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: placeAfter,
    staleTime: KEPT_MS,
  });

/** Returns the home page announcement, or null if there is none. */
export const popQuery = (language: Language) =>
  queryOptions({
    queryKey: ['content', language, 'pop'],
    queryFn: async ({ signal }) => (await call(newsPop, {}, { signal, language })).article,
    staleTime: KEPT_MS,
  });

/**
 * Returns the server's matches for exactly this search text, never those of an earlier one. Sends no request for an
 * empty text.
 */
export function searchQuery(language: Language, query: string) {
  const q = query.trim().slice(0, WORDS_MAX).trim();
  return queryOptions({
    queryKey: ['content', language, 'search', q],
    queryFn: async ({ signal }) => (await call(searchArticles, { q }, { signal, language })).list,
    enabled: q !== '',
    staleTime: KEPT_MS,
  });
}
