import type { KeptValues } from '@app/client/storage';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { foldSearch, searchTerms } from '../../../lib/search-terms.ts';

/** Pairs shown at first; with more, other results would be out of view. */
export const PAIRS_AT_FIRST = 6;

/** Match quality of one keyword; smaller is better. */
const FITS = { whole: 0, code: 1, start: 2, inside: 3 } as const;

/** Returns the markets that match every keyword: by match quality of the first keyword, then in default order. */
export function searchPairs(search: string, markets: readonly MarketInfo[]): readonly MarketInfo[] {
  const wanted = searchTerms(search);
  if (wanted.length === 0) return [];
  return markets
    .flatMap((market) => {
      const fits = wanted.map((word) => fitOf(word, market));
      return fits.includes(undefined) ? [] : [{ market, fit: fits[0] ?? FITS.inside }];
    })
    .sort((one, other) => one.fit - other.fit)
    .map(({ market }) => market);
}

function fitOf(word: string, { base, quote, name }: MarketInfo): number | undefined {
  const code = foldSearch(base);
  const called = foldSearch(name);
  const pair = `${code}${foldSearch(quote)}`;
  if (code === word || pair === word || called === word) return FITS.whole;
  if (code.startsWith(word)) return FITS.code;
  if (pair.startsWith(word) || called.split(/[\s(]+/).some((part) => part.startsWith(word))) return FITS.start;
  return pair.includes(word) || called.includes(word) ? FITS.inside : undefined;
}

const KEPT_AS = 'search_recents';
const KEPT_MAX = 8;
/** A single letter is the start of a search, not a search. */
const SHORTEST = 2;

/** Returns the searches of this device, the newest first; an invalid stored value counts as none. */
export function keptRecents(kept: KeptValues): readonly string[] {
  const list = kept.read(KEPT_AS);
  return Array.isArray(list) ? list.filter((it) => typeof it === 'string').slice(0, KEPT_MAX) : [];
}

/** Returns the list with this text in front, without duplicates. */
export function withRecent(recents: readonly string[], typed: string): readonly string[] {
  const term = typed.trim();
  if (term.length < SHORTEST) return recents;
  const others = recents.filter((it) => foldSearch(it) !== foldSearch(term));
  return [term, ...others].slice(0, KEPT_MAX);
}

export const keepRecents = (kept: KeptValues, recents: readonly string[]): void =>
  recents.length === 0 ? kept.remove(KEPT_AS) : kept.write(KEPT_AS, recents);
