import { languageOr } from '@app/i18n';
import type { Input, Output } from '@app/protocol';
import type { listNews, newsDetail, newsPop, searchArticles as searchRoute } from '@app/protocol/content';
import { refuseWith } from '../../platform/http/accept.ts';
import type { Platform } from '../../platform/process/platform.ts';
import type { createCleanedBodies } from './cleaned-bodies.ts';
import { findArticle, findHeadings, findNewestPop, type HeadingRow, searchHeadings } from './content.store.ts';

export type ContentDeps = Pick<Platform, 'db' | 'log'> & {
  readonly cleanedBody: ReturnType<typeof createCleanedBodies>;
};

type Heading = Output<typeof listNews>['list'][number];

/** Returns one page of a category, in the language of the call. */
export async function listArticles(
  { db }: ContentDeps,
  { c_id: category, ...request }: Input<typeof listNews>,
  lang: string,
): Promise<Output<typeof listNews>> {
  const query = { category, language: languageOr(lang) };
  const { rows, ...page } = await findHeadings(db, query, request);
  return { list: rows.map(toHeading), ...page };
}

/**
 * Returns one article. Its body was cleaned when it was stored and is cleaned again, because the table does not prove
 * its author.
 */
export async function readArticle(
  { db, log, cleanedBody }: ContentDeps,
  id: bigint,
  lang: string,
): Promise<Output<typeof newsDetail>> {
  const row = (await findArticle(db, id, languageOr(lang))) ?? refuseWith('not_found');
  const body = cleanedBody(row);
  if (body !== row.body) log.error({ article: String(id), version: row.version }, 'content.article_unsafe');
  return { ...toHeading(row), body, version: row.version, changed_at: row.at.getTime() };
}

/** Returns the announcement shown when the home page opens, if there is one. */
export async function showPop({ db }: ContentDeps, lang: string): Promise<Output<typeof newsPop>> {
  const row = await findNewestPop(db, languageOr(lang));
  return { article: row === undefined ? null : toHeading(row) };
}

const FOUND_MAX = 10;
/** Most search texts per query: more than users remember of a title; each is searched in every article. */
const WORDS_MAX = 6;

/** Searches articles by full scan: there are few, and an index pays off only for thousands. */
export async function searchArticles(
  { db }: ContentDeps,
  q: string,
  lang: string,
): Promise<Output<typeof searchRoute>> {
  const words = q
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX);
  if (words.length === 0) return { list: [] };
  const rows = await searchHeadings(db, { words, language: languageOr(lang), limit: FOUND_MAX });
  return { list: rows.map(toHeading) };
}

const toHeading = (row: HeadingRow): Heading => ({
  id: row.id,
  c_id: row.category,
  title: row.title,
  summary: row.summary,
  cover: row.cover,
  at: row.published_at.getTime(),
  lang: row.language,
});
