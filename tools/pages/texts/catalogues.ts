import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../../dev/processes.ts';
import type { Finding } from '../findings.ts';
import type { Glossary } from './glossary.ts';
import { blanksOf } from './icu.ts';
import { LANGUAGES, type Language } from './languages.ts';

const FOLDER = join(REPOSITORY, 'packages/i18n/src');

type Texts = Readonly<Record<string, string>>;
/** Texts of one feature by language; a language without texts is absent. */
export type Catalogue = { readonly feature: string; readonly texts: ReadonlyMap<Language, Texts> };

const codes = Object.keys(LANGUAGES) as Language[]; // Own keys only.

export function readCatalogues(): Catalogue[] {
  const features = readdirSync(FOLDER).filter((name) => existsSync(join(FOLDER, name, 'en.json')));
  return features.map((feature) => {
    const written = codes.filter((code) => existsSync(join(FOLDER, feature, `${code}.json`)));
    const read = (code: Language) => JSON.parse(readFileSync(join(FOLDER, feature, `${code}.json`), 'utf8')) as Texts; // Our own file.
    return { feature, texts: new Map(written.map((code) => [code, read(code)])) };
  });
}

/** Returns every key in the form a screen would show by mistake. */
export const keysOf = (catalogues: readonly Catalogue[]): Set<string> =>
  new Set(
    catalogues.flatMap(({ feature, texts }) => Object.keys(texts.get('en') ?? {}).map((key) => `${feature}.${key}`)),
  );

/** Reports texts of a language that are missing, superfluous, have other placeholders, or are untranslated. */
export function judgeCatalogue({ feature, texts }: Catalogue, glossary: Glossary): Finding[] {
  const english = texts.get('en') ?? {};
  return codes.flatMap((code) => {
    const place = { screen: `i18n/${feature}`, look: code };
    const own = texts.get(code);
    if (own === undefined) return [{ ...place, kind: 'no catalogue', detail: 'the file is missing' }];
    return Object.keys({ ...english, ...own }).flatMap((key) => {
      const kind = judgeText({ key, code, english: english[key], own: own[key] }, glossary);
      return kind === undefined ? [] : [{ ...place, kind, detail: `${key}: “${own[key] ?? english[key]}”` }];
    });
  });
}

type Pair = { key: string; code: Language; english: string | undefined; own: string | undefined };

function judgeText({ key, code, english, own }: Pair, glossary: Glossary): string | undefined {
  if (own === undefined || own.trim() === '') return 'text missing';
  if (english === undefined) return 'text too many';
  if (blanksOf(english).join() !== blanksOf(own).join()) return 'other blanks';
  const isAllowed =
    code === 'en' || own !== english || NAMED_BY_ITSELF.test(key) || mayStayEnglish(own, code, glossary);
  return isAllowed ? undefined : 'left in English';
}

/** Keys of language names, which are written in their own language everywhere. */
const NAMED_BY_ITSELF = /(^|\.)language\.\w+$/;
const SHORT_WORD = 3;

/** Checks that no translatable text remains once placeholders, terms, codes in capitals and addresses are removed. */
export function mayStayEnglish(text: string, code: Language, { everywhere, in: inLanguage }: Glossary): boolean {
  if (inLanguage.get(code)?.has(text)) return true;
  const longestFirst = [...everywhere].sort((a, b) => b.length - a.length);
  const rest = longestFirst.reduce((left, term) => left.replaceAll(term, ' '), text.replace(/\{[^{}]*\}/g, ' '));
  const words = rest.replace(/\S+[@/]\S+/g, ' ').match(/\p{L}+/gu) ?? [];
  return words.every((word) => word.length <= SHORT_WORD || word === word.toUpperCase());
}

/** Returns the language with the most letters, where overflow is most likely. */
export function longestLanguage(catalogues: readonly Catalogue[]): Language {
  const lengthOf = (code: Language) =>
    catalogues.reduce((sum, { texts }) => sum + Object.values(texts.get(code) ?? {}).join('').length, 0);
  return codes.reduce((longest, code) => (lengthOf(code) > lengthOf(longest) ? code : longest));
}
