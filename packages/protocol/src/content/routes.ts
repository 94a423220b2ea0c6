import { ARTICLE_CATEGORIES, type ArticleCategory } from '@app/domain/content';
import * as z from 'zod/mini';
import { id, listOf, paging, text, timeMs } from '../fields.ts';
import { route } from '../route.ts';

const CATEGORIES: readonly ArticleCategory[] = Object.values(ARTICLE_CATEGORIES);

const shownCategory = z.literal(CATEGORIES);

/** Category number of the specification; a form can only send it as text. */
const category = z.codec(z.union([shownCategory, z.enum(CATEGORIES.map(String))]), shownCategory, {
  decode: (text) => Number(text) as ArticleCategory, // One of the list, in either form.
  encode: (value) => value,
});

/** Fields shown in a list. `lang` is the language of the text: English if there is no translation. */
const heading = {
  id,
  c_id: shownCategory,
  title: z.string(),
  summary: z.string(),
  cover: z.nullable(z.string()),
  at: timeMs,
  lang: z.string(),
};

export const newsPop = route({
  method: 'GET',
  path: '/news/index_pop',
  access: 'visitor',
  description: 'Returns the home page’s current announcement in the caller’s language, or null.',
  request: z.object({}),
  response: z.object({ article: z.nullable(z.object(heading)) }),
  refusals: [],
});

export const listNews = route({
  method: 'POST',
  path: '/news/list',
  access: 'visitor',
  description:
    'Lists articles of one category in the caller’s language: 4 news, 5 banner, 10 privacy, 18 help, 19 about, 31 activity, 33 follow agreement, 34 terms.',
  request: z.object({ c_id: category, ...paging }),
  response: listOf(z.object(heading)),
  refusals: [],
});

export const newsDetail = route({
  method: 'POST',
  path: '/news/detail',
  access: 'visitor',
  description:
    'Returns one article. Its body is HTML of a few safe tags; `version` counts its revisions in this language.',
  request: z.object({ id }),
  response: z.object({ ...heading, body: z.string(), version: z.int(), changed_at: timeMs }),
  refusals: ['not_found'],
});

export const searchArticles = route({
  method: 'GET',
  path: '/plus/articles/search',
  access: 'visitor',
  description:
    'Finds articles whose title, summary or text contains every word of the query, in the caller’s language; title matches first, at most 10.',
  request: z.object({ q: text(60, 'Words to look for.', 'withdrawal') }),
  response: z.object({ list: z.array(z.object(heading)) }),
  refusals: [],
  beyond: true,
});
