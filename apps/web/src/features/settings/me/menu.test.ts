import { describe, expect, it } from 'vitest';
import type { TextKey } from '../../../data/app/texts.ts';
import { closedLines, findLines, MENU, openLines } from './menu.ts';

const WORDS: Partial<Record<TextKey, string>> = {
  'auth.security.title': 'Güvenlik',
  'auth.trade_password.title': 'İşlem şifresi',
  'settings.look': 'Tema ve fiyat renkleri',
  'settings.chart_style': 'Grafik',
  'limits.title': 'Limitlerim',
  'content.about.title': 'Tidemark hakkında',
};
const text = (key: TextKey) => WORDS[key] ?? '–';
const found = (search: string, isVisitor = false) => findLines(search, isVisitor, text).map(({ path }) => path);

describe('the search of settings', () => {
  it('given part of a label in any case and without diacritics, then its row is found', () => {
    expect(found('güven')).toEqual(['/pages/setting/security']);
    expect(found('GUVEN')).toEqual(['/pages/setting/security']);
    expect(found('hakkinda')).toEqual(['/pages/setting/about']);
  });

  it('given a keyword from the page behind a row, then the row is found', () => {
    expect(found('şifre')).toEqual(['/pages/setting/security']);
    expect(found('grafik')).toEqual(['/pages/setting/set']);
  });

  it('given several keywords, then all of them must match', () => {
    expect(found('fiyat tema')).toEqual(['/pages/setting/set']);
    expect(found('fiyat limit')).toEqual([]);
  });

  it('given only spaces, then nothing is found', () => {
    expect(found('  ')).toEqual([]);
  });

  it('given a visitor, then only public rows are found', () => {
    expect(found('güven', true)).toEqual([]);
    expect(found('limit', true)).toEqual([]);
    expect(found('tema', true)).toEqual(['/pages/setting/set']);
  });
});

describe('the rows of "Me"', () => {
  const CLOSED = ['/pages/setting/real_mark', '/pages/setting/bank', '/pages/common/serverView'];
  const isOpen = (path: string) => !CLOSED.includes(path);
  const paths = (lines: readonly { path: string }[]) => lines.map(({ path }) => path);

  it('given some pages are closed, then each row is in its group or among the closed ones, once', () => {
    const groups = [MENU.account, MENU.money, MENU.preferences, MENU.care, MENU.all];
    const open = groups.flatMap((lines) => paths(openLines(lines, isOpen)));
    const closed = paths(closedLines(isOpen, false));
    expect(closed).toEqual(CLOSED);
    expect([...open, ...closed].sort()).toEqual(groups.flatMap(paths).sort());
  });

  it('given a visitor, then only public closed rows are listed', () => {
    expect(paths(closedLines(isOpen, true))).toEqual(['/pages/common/serverView']);
  });
});
