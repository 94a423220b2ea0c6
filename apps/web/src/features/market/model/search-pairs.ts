import type { MarketInfo } from '../../../shared/markets.ts';
import { foldSearch, searchTerms } from '../../../shared/search-terms.ts';

/** Before a page has so many pairs, other things that match are out of sight. */
export const PAIRS_AT_FIRST = 6;

/** How well one word fits a market; the smaller, the better. */
const FITS = { whole: 0, code: 1, start: 2, inside: 3 } as const;

/** The markets that hold every word of the search: by how well the first word fits, then in the order of the house. */
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
