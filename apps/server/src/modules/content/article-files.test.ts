import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { authSettings } from '@app/domain/auth';
import { LANGUAGE_CODES, type Language } from '@app/i18n';
import { describe, expect, it } from 'vitest';
import { type FiledArticle, readArticleFiles } from './read-article-files.ts';
import type { ArticleTexts } from './render-article.ts';

const ROOT = resolve(import.meta.dirname, '../../../../..');
const articles = await readArticleFiles();
const translations = articles.flatMap((article) =>
  LANGUAGE_CODES.map((language) => [article.slug, language, article] as const),
);

const textsOf = ({ texts, slug }: FiledArticle, language: Language): ArticleTexts =>
  texts.get(language) ?? expect.fail(`${slug} has no ${language}`);

const shapeOf = ({ body }: ArticleTexts) =>
  [...body.matchAll(/<(h2|h3|p|ul|ol|li|table|tr|th|td)>/g)].map(([, tag]) => tag);
const linksOf = ({ body }: ArticleTexts) => [...body.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);
const commandsOf = ({ body }: ArticleTexts) => [...body.matchAll(/<code>(.+?)<\/code>/g)].map(([, command]) => command);
const plain = (html: string) => html.replace(/<[^>]+>/g, '').trim();
const headingsOf = ({ body }: ArticleTexts) =>
  [...body.matchAll(/<(?:h2|h3|th)>(.+?)<\//g)].map(([, text = '']) => plain(text));
/** Splits an article into its texts: a text that two languages share was not translated. */
const piecesOf = ({ title, summary, body }: ArticleTexts) => [
  ...[title, summary],
  ...[...body.matchAll(/<(p|li|td)>(.+?)<\/\1>/g)].map(([, , text = '']) => plain(text)),
];
/** Extracts figures; `100,000`, `100.000` and `100 000` are equal. */
const figuresOf = ({ title, summary, body }: ArticleTexts) =>
  plain(`${title} ${summary} ${body}`)
    .match(/\d+(?:[.,:\s]?\d+)*/g)
    ?.map((figure) => figure.replace(/\D/g, '')) ?? [];

const SCRIPTS: Readonly<Partial<Record<Language, RegExp>>> = {
  hk: /\p{Script=Han}/u,
  zh: /\p{Script=Han}/u,
  jp: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  kor: /\p{Script=Hangul}/u,
  th: /\p{Script=Thai}/u,
};

describe('articles.json', () => {
  it('lists each article once, in its own folder, with every category served', () => {
    const slugs = articles.map(({ slug }) => slug);
    const folders = globSync('*/', { cwd: resolve(ROOT, 'apps/server/content') });
    expect(slugs.toSorted()).toEqual(folders.map((folder) => folder.replace(/\/$/, '')).toSorted());
    expect(new Set(articles.map(({ id }) => id)).size).toBe(articles.length);
    for (const { id, slug } of articles) expect([id > 0, slug]).toEqual([true, expect.stringMatching(/^[a-z-]+$/)]);
    expect(new Set(articles.map(({ category }) => category))).toEqual(new Set([4, 5, 10, 18, 19, 31, 33, 34]));
    expect(articles.filter(({ isPop }) => isPop)).toHaveLength(1);
  });

  it('keeps no unused file', () => {
    const files = globSync('*/*', { cwd: resolve(ROOT, 'apps/server/content') });
    expect(files.toSorted()).toEqual(translations.map(([slug, language]) => `${slug}/${language}.md`).toSorted());
  });
});

describe.each(articles.map((article) => [article.slug, article] as const))('the English %s', (slug, article) => {
  const english = textsOf(article, 'en');

  it('has a length suitable for a phone, the terms one that covers what they must', () => {
    const count = plain(english.body.replaceAll('><', '> <')).split(/\s+/).length;
    expect(count).toBeGreaterThanOrEqual(120);
    expect(count).toBeLessThanOrEqual(slug === 'terms' ? 700 : 350);
  });

  it('links only to pages that are built', () => {
    const tables = globSync('apps/web/src/features/*/*.screens.ts', { cwd: ROOT });
    const built = tables.flatMap((table) =>
      [...readFileSync(resolve(ROOT, table), 'utf8').matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => `#${path}`),
    );
    expect(built).toContain('#/pages/setting/contactUs');
    for (const link of linksOf(english)) expect(built).toContain(link);
  });
});

describe.each(translations)('%s in %s', (_slug, language, article) => {
  const english = textsOf(article, 'en');
  const texts = textsOf(article, language);

  it('has the structure, links, commands and figures of the English one', () => {
    expect(shapeOf(texts)).toEqual(shapeOf(english));
    expect(linksOf(texts)).toEqual(linksOf(english));
    expect(commandsOf(texts)).toEqual(commandsOf(english));
    expect(figuresOf(texts)).toEqual(expect.arrayContaining(figuresOf(english)));
  });

  it('fits its layout', () => {
    expect(texts.title.length).toBeLessThanOrEqual(80);
    expect(texts.summary.length).toBeLessThanOrEqual(200);
    expect(texts.body.length).toBeLessThanOrEqual(50_000);
    expect(`${texts.title}${texts.summary}`).not.toMatch(/[<>*`\n]|\]\(/);
    expect(plain(texts.body)).not.toMatch(/\*\*|`|\]\(|^#/m);
  });

  it('contains no text of another language', () => {
    const others = LANGUAGE_CODES.filter((other) => other !== language).flatMap((other) =>
      piecesOf(textsOf(article, other)),
    );
    expect(piecesOf(texts).filter((piece) => others.includes(piece))).toEqual([]);
    const script = SCRIPTS[language] ?? /./;
    for (const piece of [...piecesOf(texts), ...headingsOf(texts)]) expect(piece).toMatch(script);
    // A single loanword is allowed: `Spot`, `Data`.
    if (language !== 'en')
      expect(headingsOf(texts).filter((text) => text.includes(' ') && headingsOf(english).includes(text))).toEqual([]);
  });
});

it.each(LANGUAGE_CODES)(
  'the terms and the privacy notice in %s have the names used on the sign-up page',
  (language) => {
    const texts = JSON.parse(readFileSync(resolve(ROOT, `packages/i18n/src/auth/${language}.json`), 'utf8'));
    for (const name of ['terms', 'privacy']) {
      const article = articles.find(({ slug }) => slug === name) ?? expect.fail(`there is no article ${name}`);
      expect(textsOf(article, language).title).toBe(texts[`register.${name}`]);
    }
  },
);

/** Fingerprint of the English terms that ship as version `auth.terms_version`. */
const TERMS = { version: 1, sha256: 'd60d80a74a4756623a3c57c6ea17372c63fa11d173fc047103bbd5709a4d5454' };

it('given the terms change, then their version must rise, because it is recorded as what users accepted', () => {
  const terms = articles.find(({ slug }) => slug === 'terms') ?? expect.fail('there are no terms');
  const fingerprint = createHash('sha256').update(textsOf(terms, 'en').body).digest('hex');
  expect({ version: authSettings.termsVersion.initial, sha256: fingerprint }).toEqual(TERMS);
});
