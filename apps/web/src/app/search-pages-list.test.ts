import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
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
const found = (query: string, isVisitor = false, language = 'en') =>
  findPages({ query, isVisitor, text: wordsIn(language) });
const paths = (...search: Parameters<typeof found>) => found(...search).map(({ path }) => path);

describe('the searchable pages', () => {
  it('are the built pages of the tables that do not opt out, each once', () => {
    const listed = SEARCH_PAGES.map(({ path }) => path);
    const offered = SCREENS.filter((screen) => 'load' in screen && screen.search !== 'none').map(({ path }) => path);
    expect(listed.toSorted()).toEqual(offered.toSorted());
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed).toContain('/pages/fund/assets');
    expect(listed).not.toContain('/pages/common/article');
    expect(listed).not.toContain('/pages/fund/withdraw');
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
