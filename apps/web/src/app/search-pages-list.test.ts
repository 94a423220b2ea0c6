import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { OPEN_AT_FIRST } from '@app/domain/reference';
import { ICON_NAMES as NAMES } from '@app/ui/icons/icon-names.ts';
import { describe, expect, it } from 'vitest';
import type { TextFeature, TextKey } from '../data/app/texts.ts';
import { PANELS } from './panels.ts';
import { SCREENS } from './screens.ts';
import { findPages, SEARCH_PAGES } from './search-pages-list.ts';

const ICON_NAMES: readonly string[] = NAMES;
const I18N = resolve(import.meta.dirname, '../../../../packages/i18n/src');
const featureOf = (key: TextKey) => key.slice(0, key.indexOf('.')) as TextFeature; // By the key's type.

function wordsIn(language: string) {
  const files = new Map<string, Record<string, string>>();
  return (key: TextKey) => {
    const feature = featureOf(key);
    if (!files.has(feature))
      files.set(feature, JSON.parse(readFileSync(resolve(I18N, feature, `${language}.json`), 'utf8')));
    return files.get(feature)?.[key.slice(feature.length + 1)] ?? '';
  };
}
/** Pages that can be used while every product's switch is as it starts. */
const OPEN = new Set<string>(
  SCREENS.filter(
    (screen) => 'load' in screen && (screen.product === undefined || OPEN_AT_FIRST.includes(screen.product)),
  ).map(({ path }) => path),
);
const isOpen = (path: string) => OPEN.has(path);
const found = (query: string, isVisitor = false, language = 'en') =>
  findPages({ query, isVisitor, isOpen, text: wordsIn(language) });
const paths = (...search: Parameters<typeof found>) => found(...search).map(({ path }) => path);

describe('the searchable pages', () => {
  it('are the pages of the tables, built or not, that do not opt out, each once', () => {
    const listed = SEARCH_PAGES.map(({ path }) => path);
    const offered = SCREENS.filter((screen) => !('load' in screen) || screen.search !== 'none').map(({ path }) => path);
    expect(listed.toSorted()).toEqual(offered.toSorted());
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed).toContain('/pages/fund/assets');
    expect(listed).not.toContain('/pages/common/article');
    expect(listed).toContain('/pages/fund/withdraw');
  });

  it('have a title that no other page has, an icon that exists, and texts that the panel fetches', () => {
    const titles = SEARCH_PAGES.map(({ title }) => wordsIn('en')(title));
    expect(titles).not.toContain('');
    expect(new Set(titles).size).toBe(titles.length);
    expect(SEARCH_PAGES.filter(({ icon }) => !ICON_NAMES.includes(icon))).toEqual([]);
    const needed = SEARCH_PAGES.flatMap(({ title, also = [] }) => [title, ...also].map(featureOf));
    expect([...(PANELS['search.pages']?.texts ?? [])].sort()).toEqual([...new Set(needed)].sort());
  });

  it('are mentioned to visitors only if they help without a session, and then last', () => {
    const forVisitors = SEARCH_PAGES.filter((page) => page.forVisitors === true);
    expect(forVisitors.map(({ isOwn }) => isOwn)).toEqual(forVisitors.map(() => false));
    expect(SEARCH_PAGES.slice(-forVisitors.length)).toEqual(forVisitors);
  });
});

describe('the page search', () => {
  it('given the name of any page, then that page is found', () => {
    for (const language of ['en', 'tur', 'th', 'zh'])
      for (const { path, title, isOwn } of SEARCH_PAGES)
        expect(paths(wordsIn(language)(title), !isOwn, language), title).toContain(path);
  });

  it.each([
    ['withdraw', '/pages/fund/withdraw'],
    ['withdrawal', '/pages/fund/withdraw'],
    ['deposit', '/pages/fund/receive'],
    ['top up', '/pages/fund/receive'],
    ['p2p', '/pages/legal/legal'],
    ['swap', '/pages/fund/fundTransfer'],
    ['futures', '/pages/transaction/contract'],
    ['referral', '/pages/setting/share'],
    ['kyc', '/pages/setting/real'],
  ])('given %j, then %s is among the first five', (query, path) => {
    expect(paths(query).slice(0, 5)).toContain(path);
  });

  it.each(['0x', 'ec', 'zz', 'ithdraw me', 'ffer'])(
    'given %j, which begins no word, then no keyword matches it',
    (query) => {
      expect(found(query).filter(({ title }) => !wordsIn('en')(title).toLowerCase().includes(query))).toEqual([]);
    },
  );

  it('given open and closed matches, then within titles and within keywords the open ones come first', () => {
    for (const query of ['orders', 'transfer', 'price', 'trad']) {
      const list = found(query);
      const inTitle = list.map(({ title }) => wordsIn('en')(title).toLowerCase().includes(query));
      const rank = list.map((page, index) => (inTitle[index] ? 0 : 2) + (page.isOpen ? 0 : 1));
      expect(rank).toEqual(rank.toSorted((one, other) => one - other));
    }
    expect(found('withdraw').slice(0, 2)).toMatchObject([
      { path: '/pages/fund/receive_withdraw_record', isOpen: true },
      { path: '/pages/fund/withdraw', isOpen: false },
    ]);
  });

  it('given part of a title in any case, then its page ranks before pages that only match a keyword', () => {
    expect(paths('SECUR')[0]).toBe('/pages/setting/security');
    expect(paths('lang')).toEqual(['/pages/setting/setting']);
  });

  it('given one or two letters, then they match only at the beginning of a word', () => {
    expect(paths('se')).toContain('/pages/setting/security');
    expect(paths('ec')).toEqual([]);
    expect(paths('设', false, 'zh').length).toBeGreaterThan(0);
  });

  it('given another language, then its texts match, with and without diacritics', () => {
    expect(paths('güven', false, 'tur')).toContain('/pages/setting/security');
    expect(paths('GUVEN', false, 'tur')).toContain('/pages/setting/security');
  });

  it('given a visitor, then account pages are marked, and login pages are found', () => {
    expect(found('security', true)).toMatchObject([{ path: '/pages/setting/security', needsLogin: true }]);
    expect(found('security')).toMatchObject([{ needsLogin: false }]);
    expect(paths('log in', true)).toContain('/pages/common/login');
    expect(paths('log in')).not.toContain('/pages/common/login');
  });

  it('given text that no page has, or none, then nothing is found', () => {
    expect(paths('xyzzy')).toEqual([]);
    expect(paths(' ')).toEqual([]);
  });
});
