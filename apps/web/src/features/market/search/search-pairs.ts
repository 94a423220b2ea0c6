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
