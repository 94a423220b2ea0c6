import { existsSync, readFileSync } from 'node:fs';
import { isLanguage, type Language } from './languages.ts';

/** Terms that stay English in all languages, and texts that are identical to English in one language. */
export type Glossary = {
  readonly everywhere: readonly string[];
  readonly in: ReadonlyMap<Language, ReadonlySet<string>>;
};

/** Defaults used until `docs/glossary.md` exists. */
const ALLOWED = [
  'Tidemark',
  'KYC',
  'NFT',
  'P2P',
  'OTC',
  'IEO',
  'USDT',
  'BTC',
  'ETH',
  'TRC20',
  'ERC20',
  'Google Authenticator',
];

export function readGlossary(path: string): Glossary {
  return existsSync(path) ? parseGlossary(readFileSync(path, 'utf8')) : { everywhere: ALLOWED, in: new Map() };
}

/**
 * Parses the glossary. Terms are in backticks: under the heading “Stays English” for all languages; under a heading
 * that is a language code, or on a line that begins with one, for that language.
 */
export function parseGlossary(text: string): Glossary {
  const everywhere: string[] = [];
  const inLanguage = new Map<Language, Set<string>>();
  let scope: Language | 'everywhere' | undefined;
  for (const line of text.split('\n')) {
    const heading = /^#+\s+`?(.+?)`?\s*$/.exec(line)?.[1];
    if (heading !== undefined) scope = scopeOf(heading);
    const code = /^[\s|*-]*`?(\w+)`?\s*[:|]/.exec(line)?.[1] ?? '';
    const target = isLanguage(code) ? code : scope;
    const terms = [...line.matchAll(/`([^`]+)`/g)].flatMap(([, term]) =>
      term === undefined || term === code ? [] : term,
    );
    if (target === 'everywhere') everywhere.push(...terms);
    else if (target !== undefined) inLanguage.set(target, new Set([...(inLanguage.get(target) ?? []), ...terms]));
  }
  return { everywhere, in: inLanguage };
}

function scopeOf(heading: string): Language | 'everywhere' | undefined {
  if (/^stays english/i.test(heading)) return 'everywhere';
  const first = heading.split(/\W/)[0] ?? '';
  return isLanguage(first) ? first : undefined;
}
