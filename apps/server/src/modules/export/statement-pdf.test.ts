import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { LANGUAGE_CODES, LANGUAGES, type Language } from '@app/i18n';
import { type StatementTextKey, statementText } from '@app/i18n/server';
import { type Amount, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { fontsFor, hasFontsFor } from './pdf-fonts.ts';
import { createSheet } from './pdf-sheet.ts';
import { drawStatement } from './statement-pdf.ts';

const TEXTS = resolve(import.meta.dirname, '../../../../../packages/i18n/src/statement/en.json');
const KEYS = Object.keys(JSON.parse(readFileSync(TEXTS, 'utf8')) as object) as StatementTextKey[]; // Our own file.

/** Where Debian installs them; without them the languages that need them are not tested. */
const FOLDER = '/usr/share/fonts/opentype/noto';
const WIDE: readonly Language[] = ['hk', 'jp', 'kor', 'zh'];
const testable = LANGUAGE_CODES.filter(
  (language) => !WIDE.includes(language) || existsSync(join(FOLDER, 'NotoSansCJK-Regular.ttc')),
);
const fonts = (language: Language) => ({
  regular: fontsFor(language, FOLDER, 'regular'),
  bold: fontsFor(language, FOLDER, 'bold'),
});

const amount = (text: string) => parseDecimal<Amount>(text);
const STATEMENT = {
  month: '2026-10',
  from: Date.UTC(2026, 9, 1),
  to: Date.UTC(2026, 10, 1),
  ended: true,
  first_month: '2026-08',
  opening: amount('20418.35'),
  closing: amount('23013.48'),
  flows: [
    { kind: 'deposit', value: amount('3500') },
    { kind: 'of.a.later.version', value: amount('-1200') },
  ],
  results: [{ product: 'spot' as const, value: amount('260.31') }],
  held: amount('140.2'),
  fees: [{ product: 'spot' as const, value: amount('105.38') }],
  total: amount('295.13'),
  coins: Array.from({ length: 60 }, (_, n) => ({
    currency: `C${n}`,
    quantity: amount('1.5'),
    price: n === 0 ? null : amount('2'),
    value: n === 0 ? null : amount('3'),
  })),
  transfers: 4,
  simulated: true,
};

describe('a statement as a PDF', () => {
  it.each(testable)('in %s, then every character of its texts and dates has a glyph', (language) => {
    const sheet = createSheet(fonts(language), LANGUAGES[language], 'Test');
    const texts = KEYS.map((key) => statementText(language, key));
    const months = Array.from({ length: 12 }, (_, month) =>
      new Intl.DateTimeFormat(`${LANGUAGES[language]}-u-ca-gregory-nu-latn`, { dateStyle: 'long' }).format(
        Date.UTC(2026, month, 1),
      ),
    );
    for (const text of [...texts, ...months, '\u22121,234.56 a••@example.com'])
      for (const weight of ['regular', 'bold'] as const) expect(sheet.lacks(text, weight), text).toEqual([]);
    expect(sheet.lacks('\u{13000}', 'regular'), 'a hieroglyph').toEqual(['\u{13000}']);
  });

  it.each(testable.filter((language) => ['th', 'zh', 'kor', 'tur'].includes(language)))(
    'in %s with many coins, then it has several pages and is complete',
    async (language) => {
      const request = { userId: 1n, mode: 'demo' as const, period: '2026-10', language, holder: 'Ann 水 ณัฐ' };
      const parts: Buffer[] = [];
      for await (const part of drawStatement(STATEMENT, request, fonts(language))) parts.push(part);
      const file = Buffer.concat(parts).toString('latin1');
      expect(file.startsWith('%PDF-1.')).toBe(true);
      expect(file.trimEnd().endsWith('%%EOF')).toBe(true);
      expect(file.match(/\/Type \/Page\b/g)?.length).toBe(3);
    },
  );

  it('given no fonts for Chinese, Japanese and Korean, then exactly these are refused', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fonts-'));
    expect(LANGUAGE_CODES.filter((language) => !hasFontsFor(language, folder))).toEqual(WIDE);
    rmSync(folder, { recursive: true });
  });
});
