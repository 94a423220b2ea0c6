import type { ArticleCategory } from '@app/domain/content';
import type { Language } from '@app/i18n';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/database.ts';
import { listOfQuery, type Page, type PageRequest, readPage } from '../../platform/db/page.ts';
import type { FiledArticle } from './read-article-files.ts';

export type HeadingRow = {
  id: bigint;
  category: ArticleCategory;
  cover: string | null;
  published_at: Date;
  language: Language;
  title: string;
  summary: string;
};

type ArticleRow = HeadingRow & { body: string; version: number; at: Date };

const HEADING = sql`article.id, category, cover, published_at, words.language, title, summary`;
/** Visibility condition of every query: published, and not withdrawn. */
const SHOWN = sql`published_at <= app_now() and hidden_at is null`;

/** Joins the newest text in a language, or else in English; an article without either is not found. */
const wordsIn = (language: Language) => sql`
  join lateral (
    select * from article_version
     where article_id = article.id and article_version.language in (${language}, 'en')
     order by article_version.language = ${language} desc, version desc limit 1) words on true`;

type ArticleQuery = { readonly category: ArticleCategory; readonly language: Language };

/** Lists a category by place, then newest first: the order in which staff arranged it. */
export const findHeadings = (
  tx: Reader,
  { category, language }: ArticleQuery,
  request: PageRequest,
): Promise<Page<HeadingRow>> =>
  readPage(
    request,
    listOfQuery<HeadingRow>(
      tx,
      (last) => sql`
        select ${HEADING} from article ${wordsIn(language)}
         where category = ${category} and ${SHOWN} and ${isBehind(last)}
         order by place, published_at desc, article.id desc`,
    ),
  );

/** Condition of articles that are listed behind one; also behind one that was withdrawn meanwhile. */
const isBehind = (last: bigint | undefined) =>
  last === undefined
    ? sql`true`
    : sql`exists (
        select from article shown where shown.id = ${last}
           and (article.place > shown.place
                or (article.place = shown.place and (article.published_at, article.id) < (shown.published_at, shown.id))))`;

export async function findArticle(tx: Reader, id: bigint, language: Language): Promise<ArticleRow | undefined> {
  const { rows } = await sql<ArticleRow>`
    select ${HEADING}, body, version, words.at from article ${wordsIn(language)}
     where article.id = ${id} and ${SHOWN}`.execute(tx);
  return rows[0];
}

export async function findNewestPop(tx: Reader, language: Language): Promise<HeadingRow | undefined> {
  const { rows } = await sql<HeadingRow>`
    select ${HEADING} from article ${wordsIn(language)} where is_pop and ${SHOWN}
     order by published_at desc, article.id desc limit 1`.execute(tx);
  return rows[0];
}

type Question = { readonly words: readonly string[]; readonly language: Language; readonly limit: number };

/** Up to three letters or digits occur inside many words ("0x" in "10x"), so they must begin one. */
const SHORT = /^[a-z0-9]{1,3}$/i;

/** Builds a search pattern in which every character matches literally. */
const patternOf = (word: string) => `${SHORT.test(word) ? '\\m' : ''}${word.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')}`;

/** Finds articles that contain every search text; those with all of them in the title come first. */
export async function searchHeadings(tx: Reader, { words, language, limit }: Question): Promise<HeadingRow[]> {
  const patterns = words.map(patternOf);
  const { rows } = await sql<HeadingRow>`
    select ${HEADING} from article ${wordsIn(language)}
     where ${SHOWN} and concat_ws(' ', title, summary, regexp_replace(body, '<[^>]*>', ' ', 'g')) ~* all (${patterns}::text[])
     order by title ~* all (${patterns}::text[]) desc, published_at desc, article.id desc limit ${limit}`.execute(tx);
  return rows;
}

/** Serialises concurrent seeding of the files; readers are not blocked. */
export async function lockArticles(tx: Tx): Promise<void> {
  await sql`lock table article in share row exclusive mode`.execute(tx);
}

/** Adds missing articles. Existing ones are unchanged: staff control their position and visibility from then on. */
export async function addArticles(tx: Tx, articles: readonly FiledArticle[]): Promise<void> {
  const rows = articles.map(({ id, slug, category, place, isPop, publishedAt }) => ({
    id,
    slug,
    category,
    place,
    is_pop: isPop,
    published_at: publishedAt,
  }));
  await sql`
    insert into article (id, slug, category, place, is_pop, published_at)
    select id, slug, category, place, is_pop, published_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as file (id bigint, slug text, category int, place int, is_pop boolean, published_at timestamptz)
    on conflict (id) do nothing`.execute(tx);
}

/** Finds file articles whose slug staff gave to an article of their own. */
export async function findTakenNames(tx: Tx, articles: readonly FiledArticle[]): Promise<ReadonlySet<string>> {
  const files = articles.map(({ id, slug }) => ({ id, slug }));
  const { rows } = await sql<{ slug: string }>`
    select slug from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as file (id bigint, slug text)
      join article using (slug) where article.id <> file.id`.execute(tx);
  return new Set(rows.map(({ slug }) => slug));
}

/** Finds file articles whose id belongs to an article with another slug: their text would become that article's. */
export async function findStrangers(tx: Tx, articles: readonly FiledArticle[]): Promise<string[]> {
  const files = articles.map(({ id, slug }) => ({ id, slug }));
  const { rows } = await sql<{ slug: string }>`
    select file.slug from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as file (id bigint, slug text)
      join article using (id) where article.slug <> file.slug order by id`.execute(tx);
  return rows.map(({ slug }) => slug);
}

export type NewVersion = { article_id: number; language: Language; title: string; summary: string; body: string };

/**
 * Adds a version where the text is new or differs from the files' last; after an edit by staff the files are ignored.
 */
export async function addVersions(tx: Tx, versions: readonly NewVersion[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    insert into article_version (article_id, language, version, title, summary, body, written_by)
    select file.article_id, file.language, coalesce(newest.version, 0) + 1, file.title, file.summary, file.body, 'files'
      from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb)
        as file (article_id bigint, language text, title text, summary text, body text)
      left join lateral (
        select * from article_version
         where article_id = file.article_id and language = file.language order by version desc limit 1) newest on true
     where newest.version is null
        or (newest.written_by = 'files'
            and (newest.title, newest.summary, newest.body) is distinct from (file.title, file.summary, file.body))
    returning article_id || ' ' || language || ' ' || version as name`.execute(tx);
  return rows.map(({ name }) => name);
}
