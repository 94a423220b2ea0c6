import { listNews, newsDetail, newsPop, searchArticles } from '@app/protocol/content';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ContentTestbed, openContentTestbed } from '../../../test/content-testbed.ts';

let testbed: ContentTestbed;

beforeAll(async () => {
  testbed = await openContentTestbed();
});
beforeEach(() => testbed.root.query('truncate article, article_version'));

const NEWS = { c_id: 4 };
const list = async (fields: object) => (await testbed.send(listNews, { ...NEWS, ...fields })).json().data;
const titles = async (fields: object = {}) => (await list(fields)).list.map(({ title }: { title: string }) => title);
const detail = async (fields: object) => (await testbed.send(newsDetail, fields)).json();
const pop = async (fields: object = {}) => (await testbed.send(newsPop, fields)).json().data.article;

describe('the language of an article', () => {
  it('given a translation, when it is requested, then it is returned; without one, English is, marked as such', async () => {
    await testbed.write({ id: 1, titles: { en: 'Tide', jp: '潮' }, pop: true });
    for (const [lang, title, written] of [
      ...[['jp', '潮', 'jp'] as const, ['kor', 'Tide', 'en'] as const, ['en', 'Tide', 'en'] as const],
      ...[['xx', 'Tide', 'en'] as const, [`en' or true --`, 'Tide', 'en'] as const],
    ]) {
      expect((await list({ lang })).list).toMatchObject([{ id: '1', title, lang: written }]);
      expect((await detail({ id: '1', lang })).data).toMatchObject({ title, lang: written });
      expect(await pop({ lang })).toMatchObject({ title, lang: written });
    }
    expect(await titles()).toEqual(['Tide']);
  });

  it('given neither the language nor English, when it is requested, then it is not found and not counted', async () => {
    await testbed.write({ id: 1, titles: { jp: '潮' }, pop: true });
    expect(await list({ lang: 'kor' })).toMatchObject({ list: [], total: 0 });
    expect(await detail({ id: '1', lang: 'kor' })).toMatchObject({ error: 'not_found' });
    expect(await pop({ lang: 'kor' })).toBeNull();
    expect(await titles({ lang: 'jp' })).toEqual(['潮']);
  });

  it('given several versions, when it is read, then the newest of its language is returned', async () => {
    await testbed.write({ id: 1, titles: { en: 'First', jp: '一' } });
    await testbed.root.query(`insert into article_version (article_id, language, version, title, summary, body, written_by)
      values (1, 'en', 10, 'Tenth', 'S', '<p>10</p>', 'ann'), (1, 'en', 9, 'Ninth', 'S', '<p>9</p>', 'ann')`);
    expect((await detail({ id: '1' })).data).toMatchObject({ title: 'Tenth', version: 10, body: '<p>10</p>' });
    expect(await titles({ lang: 'jp' })).toEqual(['一']);
  });
});

describe('a list', () => {
  it('given seven in two categories, when it is paged, then each is listed once, by place, then newest first', async () => {
    await testbed.write({ id: 9, category: 18, titles: { en: 'Help' } });
    for (const [id, place, published] of [
      ...[[1, 2, '2026-01-03'] as const, [2, 1, '2026-01-01'] as const, [3, 1, '2026-01-02'] as const],
      ...[[4, 1, '2026-01-02'] as const, [5, 0, '2026-01-01'] as const, [6, 3, '2026-01-09'] as const],
    ])
      await testbed.write({ id, place, published, titles: { en: `${id}` } });
    expect(await titles()).toEqual(['5', '4', '3', '2', '1', '6']);
    expect(await titles({ page: 1, limit: 4 })).toEqual(['5', '4', '3', '2']);
    expect(await list({ page: '2', limit: '4' })).toMatchObject({ page: 2, limit: 4, total: 6 });
    expect(await titles({ page: '2', limit: '4' })).toEqual(['1', '6']);
    expect(await list({ page: 10, limit: 100 })).toMatchObject({ list: [], total: 6, next: null });
    expect(await list({ limit: 4 })).toMatchObject({ next: '2' });
    expect(await titles({ limit: 4, before: '2' })).toEqual(['1', '6']);
    await testbed.root.query(`update article set hidden_at = now() where id = 2`);
    expect(await titles({ limit: 4, before: '2' })).toEqual(['1', '6']);
    expect(await titles({ limit: 1, before: '4' })).toEqual(['3']);
    expect(await titles({ c_id: '18' })).toEqual(['Help']);
    expect(await list({ c_id: 33 })).toEqual({ list: [], page: 1, limit: 10, total: 0, next: null });
  });

  it.each([
    {},
    { c_id: 6 },
    { c_id: '4;' },
    { c_id: 4, limit: 101 },
    { c_id: 4, page: 0 },
    { c_id: 4, page: 11, limit: 100 },
  ])('given %j, when it is requested, then the parameter is refused', async (fields) => {
    expect((await testbed.send(listNews, fields)).json()).toMatchObject({ code: 0, error: 'parameter_error' });
  });
});

describe('hidden articles', () => {
  it.each([
    ['a draft', { published: null }],
    ['one ahead of its time', { published: '2999-01-01' }],
    ['one taken back', { hidden: true }],
  ])('given %s, when it is requested on any route, then it is not found', async (_what, how) => {
    await testbed.write({ id: 1, titles: { en: 'Secret' }, pop: true, ...how });
    expect(await list({})).toMatchObject({ list: [], total: 0 });
    const response = await testbed.send(newsDetail, { id: '1' });
    expect([response.statusCode, response.json().error]).toEqual([404, 'not_found']);
    expect(response.body).not.toContain('Secret');
    expect(await pop()).toBeNull();
    await testbed.root.query(`update article set published_at = '2026-01-01', hidden_at = null`);
    expect(await titles()).toEqual(['Secret']);
  });

  it('given an unknown id, when it is requested, then it is not found', async () => {
    expect(await detail({ id: '9223372036854775807' })).toMatchObject({ code: 0, error: 'not_found' });
  });
});

describe('the announcement', () => {
  it('given several, when the home page requests it, then the newest shown one is returned, without its body', async () => {
    expect(await pop()).toBeNull();
    await testbed.write({ id: 1, titles: { en: 'Old' }, pop: true, published: '2026-01-01' });
    await testbed.write({ id: 2, titles: { en: 'New' }, pop: true, published: '2026-01-02', category: 31 });
    await testbed.write({ id: 3, titles: { en: 'Plain' }, published: '2026-01-03' });
    await testbed.write({ id: 4, titles: { en: 'Hidden' }, pop: true, published: '2026-01-04', hidden: true });
    const at = Date.parse('2026-01-02');
    expect(await pop()).toEqual({ id: '2', c_id: 31, title: 'New', summary: 'Summary.', cover: null, at, lang: 'en' });
  });
});

describe('a body', () => {
  it('given an unclean body in the table, when it is read, then it is cleaned on output', async () => {
    await testbed.write({
      id: 1,
      titles: { en: 'Tide' },
      body: '<p onclick="alert(1)">a<script>alert(1)</script></p>',
    });
    expect((await detail({ id: '1' })).data).toMatchObject({ body: '<p>a</p>', version: 1 });
  });

  it.each(['app', 'admin', 'worker'] as const)(
    'given the role %s, when it writes, then it is refused',
    async (role) => {
      const client = await testbed.bare(role);
      for (const statement of [
        `insert into article (id, slug, category) values (1, 'a', 4)`,
        `update article set hidden_at = null`,
        `delete from article`,
        `insert into article_version (article_id, language, version, title, summary, body, written_by)
       values (1, 'en', 1, 'a', 'b', 'c', 'ann')`,
        `update article_version set body = 'x'`,
        `delete from article_version`,
        `truncate article, article_version`,
      ])
        await expect(client.query(statement), statement).rejects.toThrow('permission denied');
    },
  );
});

describe('a search', () => {
  const found = async (q: string, lang = 'en') =>
    (await testbed.send(searchArticles, { q, lang })).json().data.list.map(({ title }: { title: string }) => title);

  it('given search texts in any order and case, then articles with all of them are found, titles first', async () => {
    await testbed.write({ id: 1, titles: { en: 'About ticks' }, body: '<p>Blocks of prices</p>' });
    await testbed.write({ id: 2, titles: { en: 'Prices in blocks' } });
    await testbed.write({ id: 3, titles: { en: 'Prices alone' } });
    expect(await found('BLOCKS price')).toEqual(['Prices in blocks', 'About ticks']);
    expect(await found('nothing of it')).toEqual([]);
    expect(await found('  ')).toEqual([]);
  });

  it('given characters special to the database or to HTML, when searched, then they are matched literally', async () => {
    await testbed.write({ id: 1, titles: { en: '100% sure_of\\it' }, body: '<p class="q">x</p>' });
    await testbed.write({ id: 2, titles: { en: 'Others' } });
    for (const q of ['%', '_', '\\', '100%', 'sure_of\\it']) expect(await found(q)).toEqual(['100% sure_of\\it']);
    for (const q of ['class', '<p', "' or true --"]) expect(await found(q)).toEqual([]);
  });

  it('given up to three letters or digits, then they must begin a word; a longer text may be inside one', async () => {
    await testbed.write({ id: 1, titles: { en: 'Leverage of 10x' }, body: '<p>Penarikan (0xab)</p>' });
    await testbed.write({ id: 2, titles: { en: 'Only 20x' } });
    expect(await found('0x')).toEqual(['Leverage of 10x']);
    expect(await found('20')).toEqual(['Only 20x']);
    expect(await found('ave')).toEqual([]);
    expect(await found('narik')).toEqual(['Leverage of 10x']);
  });

  it('given a translation, a draft and a withdrawn article, then only what the reader could read is found', async () => {
    await testbed.write({ id: 1, titles: { en: 'Tide', jp: '潮の値段' } });
    await testbed.write({ id: 2, titles: { en: 'Tide later' }, published: '2999-01-01' });
    expect(await found('潮', 'jp')).toEqual(['潮の値段']);
    expect(await found('tide', 'jp')).toEqual([]);
    expect(await found('tide')).toEqual(['Tide']);
  });
});
