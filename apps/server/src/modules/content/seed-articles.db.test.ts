import { randomUUID } from 'node:crypto';
import { cp, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { LANGUAGE_CODES } from '@app/i18n';
import { listNews, newsDetail, newsPop } from '@app/protocol/content';
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type ContentTestbed, openContentTestbed } from '../../../test/content-testbed.ts';
import { atTheEnd, silent } from '../../../test/testbed.ts';
import { seedArticles } from './index.ts';

const ARTICLES = 20;
const FILES = ARTICLES * LANGUAGE_CODES.length;

let testbed: ContentTestbed;
let folder: string;

beforeAll(async () => {
  testbed = await openContentTestbed();
});

/** Copies the product's files to a writable folder. */
beforeEach(async () => {
  await testbed.root.query('truncate article, article_version');
  folder = join(inject('runFolder'), `content-${randomUUID()}`);
  const written = folder;
  atTheEnd(() => rm(written, { recursive: true, force: true }));
  await cp(resolve(import.meta.dirname, '../../../content'), folder, { recursive: true });
});

const seed = () => seedArticles(testbed.database.urlOf('migrate'), folder);
const everything = async () => {
  const { rows: articles } = await testbed.root.query('select * from article order by id');
  const { rows: versions } = await testbed.root.query('select * from article_version order by 1, 2, 3');
  return { articles, versions };
};
const read = async (id: number, lang = 'en') => (await testbed.send(newsDetail, { id: `${id}`, lang })).json().data;
const list = async (c_id: number, lang = 'en') => (await testbed.send(listNews, { c_id, lang })).json().data.list;

async function rewrite(path: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(folder, path), 'utf8');
  expect(text).toContain(from);
  await writeFile(join(folder, path), text.replace(from, to));
}

describe('seeded articles', () => {
  it('given a new installation, when they are seeded, then the API serves them in every language', async () => {
    expect(await seedArticles(testbed.database.urlOf('migrate'))).toHaveLength(FILES);
    for (const lang of LANGUAGE_CODES) {
      const counts = await Promise.all([4, 5, 10, 18, 19, 31, 33, 34].map(async (id) => (await list(id, lang)).length));
      expect(counts).toEqual([3, 1, 1, 10, 1, 2, 1, 1]);
      const about = await read(1, lang);
      expect(about).toMatchObject({
        lang,
        c_id: 19,
        version: 1,
        body: expect.stringContaining('#/pages/setting/contactUs'),
      });
    }
    expect((await testbed.send(newsPop, {})).json().data.article).toMatchObject({ id: '11', c_id: 4 });
    expect((await list(4)).map(({ id }: { id: string }) => id)).toEqual(['11', '10', '9']);
  });

  it('given they exist, when they are seeded again, then nothing changes', async () => {
    await seed();
    const before = await everything();
    expect(await seed()).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  it('given two seedings at once, when both run, then one stores them, the first time and after a change', async () => {
    for (const [news, versions] of [
      [FILES, FILES],
      [1, FILES + 1],
    ]) {
      const [one = [], two = []] = await Promise.all([seed(), seed()]);
      expect(new Set([one.length, two.length])).toEqual(new Set([0, news]));
      expect((await everything()).versions).toHaveLength(versions ?? 0);
      await rewrite('about/en.md', '# ', '# More ');
    }
  });

  it('given a changed file, when they are seeded, then it is the next version and the first one stays', async () => {
    await seed();
    const before = await everything();
    await rewrite('about/en.md', '# About Tidemark', '# About us');
    await rewrite('about/jp.md', '## ', '## 2. ');
    expect((await seed()).toSorted()).toEqual(['1 en 2', '1 jp 2']);
    expect(await read(1)).toMatchObject({ title: 'About us', version: 2 });
    const { versions } = await everything();
    expect(versions).toEqual(expect.arrayContaining(before.versions));
    expect(versions).toHaveLength(FILES + 2);
  });

  it('given staff edited, moved and hid articles, when the files change, then the staff’s changes stay', async () => {
    await seed();
    await testbed.root.query(`insert into article_version (article_id, language, version, title, summary, body, written_by)
      values (1, 'en', 2, 'By hand', 'S', '<p>B</p>', 'ann')`);
    await testbed.root.query('update article set hidden_at = app_now() where id = 2');
    await testbed.root.query('update article set category = 4, place = 7 where id = 3');
    const { articles } = await everything();
    await rewrite('about/en.md', '# About Tidemark', '# About us');
    await rewrite('privacy/en.md', '# Privacy notice', '# Privacy');
    await rewrite('articles.json', '"slug": "demo", "category": "help"', '"slug": "demo", "category": "about"');
    expect(await seed()).toEqual(['2 en 2']);
    expect(await read(1)).toMatchObject({ title: 'By hand', version: 2 });
    expect(await read(2)).toBeUndefined();
    expect((await everything()).articles).toEqual(articles);
  });
});

describe('invalid files', () => {
  it.each([
    ['a language is missing', () => unlink(join(folder, 'risk/tur.md'))],
    ['a link leads nowhere', () => rewrite('about/kor.md', '(#/pages/setting/contactUs)', '(javascript:alert(1))')],
    ['a category is unknown', () => rewrite('articles.json', '"category": "banner"', '"category": "advert"')],
    ['a title is too long', () => rewrite('about/en.md', '# About', `# ${'About '.repeat(30)}`)],
    ['a number is there twice', () => rewrite('articles.json', '"id": 14', '"id": 1')],
  ])('given %s, when they are seeded, then it throws and nothing is stored', async (_what, spoil) => {
    await spoil();
    await expect(seed()).rejects.toThrow();
    expect(await everything()).toEqual({ articles: [], versions: [] });
  });

  it('given a staff article with a file’s id, when they are seeded, then the file’s text does not replace it', async () => {
    await testbed.write({ id: 14, titles: { en: 'By hand' } });
    const before = await everything();
    await expect(seed()).rejects.toThrow('banner');
    expect(await everything()).toEqual(before);
  });

  it('given a staff article with a file’s slug, when seeded, then it stays, others are added, and it is logged', async () => {
    await testbed.write({ id: 900, titles: { en: 'By hand' } });
    await testbed.root.query(`update article set slug = 'banner' where id = 900`);
    const logged: unknown[] = [];
    const log = { ...silent, warn: (...args: unknown[]) => void logged.push(args[0]) } as typeof silent;
    expect(await seedArticles(testbed.database.urlOf('migrate'), folder, log)).toHaveLength(
      FILES - LANGUAGE_CODES.length,
    );
    expect(logged).toEqual([{ articles: ['banner'] }]);
    expect(await read(900)).toMatchObject({ title: 'By hand' });
    expect(await seed()).toEqual([]);
  });
});
