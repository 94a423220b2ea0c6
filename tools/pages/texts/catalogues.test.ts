import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeCatalogue, longestLanguage, mayStayEnglish, readCatalogues } from './catalogues.ts';
import { parseGlossary, readGlossary } from './glossary.ts';
import { blanksOf } from './icu.ts';
import type { Language } from './languages.ts';

describe('the placeholders of a message', () => {
  it.each([
    ['no blanks', []],
    ['{a} of {b}', ['a:plain', 'b:plain']],
    ['{n, plural, one {# coin} other {# coins of {owner}}}', ['n:plural', 'owner:plain']],
    ['{n, plural, other {#}}', ['n:plural']],
    ['{side, select, buy {Bought} sell {Sold} other {?}}', ['side:select buy,other,sell']],
    ["it''s '{quoted}' {real}", ['real:plain']],
    ['{broken', ['broken:plain']],
  ])('%s', (message, blanks) => expect(blanksOf(message)).toEqual(blanks));
});

const glossary = parseGlossary(`
# Glossary
\`nothing\`
## Stays English
- \`Tidemark\`, \`Spot\`
## Allowed
- \`tur\`: \`Transfer\`
### ida
\`Bonus\`
`);

describe('a text identical to English', () => {
  it.each(['Tidemark', 'Spot', 'USDT', '{n} %', 'OK', 'name@example.com', 'Tidemark {name}'])('%s is allowed', (text) =>
    expect(mayStayEnglish(text, 'vi', glossary)).toBe(true),
  );

  it.each(['Transfer', 'Bonus', 'nothing', 'Spot order'])('%s is reported as untranslated', (text) =>
    expect(mayStayEnglish(text, 'vi', glossary)).toBe(false),
  );

  it('is allowed where the glossary permits it for the language', () => {
    expect(mayStayEnglish('Transfer', 'tur', glossary)).toBe(true);
    expect(mayStayEnglish('Bonus', 'ida', glossary)).toBe(true);
  });
});

it('a catalogue is complete in ten languages, with the same keys and placeholders', () => {
  const english = { a: 'One {x}', b: 'Two', c: 'Three' };
  const turkish = { a: 'Bir {y}', b: 'Two', d: 'Dört' };
  const found = judgeCatalogue(
    {
      feature: 'f',
      texts: new Map<Language, Record<string, string>>([
        ['en', english],
        ['tur', turkish],
      ]),
    },
    glossary,
  );
  expect(found.filter(({ look }) => look === 'tur').map(({ kind, detail }) => `${kind} ${detail}`)).toEqual([
    'other blanks a: “Bir {y}”',
    'text missing c: “Three”',
    'text too many d: “Dört”',
  ]);
  expect(found.filter(({ kind }) => kind === 'no catalogue')).toHaveLength(8);
});

it('the app’s texts are complete in ten languages, and no text is English unless the glossary allows it', () => {
  const written = readGlossary(resolve(import.meta.dirname, '../../../docs/glossary.md'));
  const catalogues = readCatalogues();
  expect(catalogues.length).toBeGreaterThan(20);
  expect(catalogues.flatMap((catalogue) => judgeCatalogue(catalogue, written))).toEqual([]);
});

describe('words for a casino’s bank', () => {
  const said = /\bhouse\b|\bla casa\b|庄家|莊家|nhà cái|\bbandar\b|하우스|ハウス|เจ้ามือ|\bkasa\b/i;
  const content = resolve(import.meta.dirname, '../../../apps/server/content');
  const articles = readdirSync(content, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));

  it('are in no text of the app', () => {
    const texts = readCatalogues().flatMap(({ feature, texts: of }) =>
      [...of].flatMap(([language, all]) =>
        Object.entries(all).map(([key, text]) => ({ at: `${feature}/${language} ${key}`, text })),
      ),
    );
    expect(texts.length).toBeGreaterThan(1_000);
    expect(texts.filter(({ text }) => said.test(text))).toEqual([]);
  });

  it('are in no article', () => {
    expect(articles.length).toBeGreaterThan(50);
    expect(articles.filter((name) => said.test(readFileSync(resolve(content, name), 'utf8')))).toEqual([]);
  });
});

it('an untranslated text is reported', () => {
  const texts = new Map<Language, Record<string, string>>([
    ['en', { a: 'Transfer' }],
    ['vi', { a: 'Transfer' }],
  ]);
  const found = judgeCatalogue({ feature: 'f', texts }, glossary);
  expect(found).toContainEqual({ screen: 'i18n/f', look: 'vi', kind: 'left in English', detail: 'a: “Transfer”' });
});

it('the longest language is the one with the most letters', () => {
  const texts = new Map<Language, Record<string, string>>([
    ['en', { a: 'One', b: 'Two' }],
    ['spa', { a: 'Uno', b: 'Dos mil' }],
    ['zh', { a: '一', b: '二' }],
  ]);
  expect(longestLanguage([{ feature: 'f', texts }])).toBe('spa');
});
