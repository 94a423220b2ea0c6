import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { assert } from '@app/base';
import { ARTICLE_CATEGORIES, type ArticleCategory } from '@app/domain/content';
import { LANGUAGE_CODES, type Language } from '@app/i18n';
import * as z from 'zod/mini';
import { cleanBody } from './clean-body.ts';
import { type ArticleTexts, renderArticle } from './render-article.ts';

const FOLDER = resolve(import.meta.dirname, '../../../content');

/** Schema of `articles.json`: everything about an article but its text. */
const listed = z.array(
  z.object({
    id: z.int(),
    slug: z.string(),
    category: z.enum(Object.keys(ARTICLE_CATEGORIES) as (keyof typeof ARTICLE_CATEGORIES)[]), // The keys of a constant.
    place: z.int(),
    pop: z.boolean(),
    published: z.iso.datetime(),
  }),
);

export type FiledArticle = {
  readonly id: number;
  readonly slug: string;
  readonly category: ArticleCategory;
  readonly place: number;
  readonly isPop: boolean;
  readonly publishedAt: string;
  readonly texts: ReadonlyMap<Language, ArticleTexts>;
};

/** Reads the articles shipped with the product, in all languages. A missing or malformed file throws. */
export async function readArticleFiles(folder = FOLDER): Promise<FiledArticle[]> {
  const list = listed.parse(JSON.parse(await readFile(join(folder, 'articles.json'), 'utf8')));
  return await Promise.all(
    list.map(async ({ category, pop, published, ...rest }) => ({
      ...rest,
      category: ARTICLE_CATEGORIES[category],
      isPop: pop,
      publishedAt: published,
      texts: new Map(await Promise.all(LANGUAGE_CODES.map((language) => readTexts(join(folder, rest.slug), language)))),
    })),
  );
}

async function readTexts(folder: string, language: Language): Promise<[Language, ArticleTexts]> {
  const path = join(folder, `${language}.md`);
  const { title, summary, body } = renderArticle(await readFile(path, 'utf8'));
  const cleaned = cleanBody(body);
  // Mistakes of our own writers throw; only links in foreign content are removed silently.
  assert(countLinks(cleaned) === countLinks(body), `a link leads nowhere that is allowed: ${path}`);
  return [language, { title, summary, body: cleaned }];
}

const countLinks = (html: string): number => html.split('<a ').length;
