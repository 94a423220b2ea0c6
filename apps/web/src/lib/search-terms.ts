/** Letters without a removable mark: users search the dotless ı as i, and đ as d. */
const ALIKE: Readonly<Record<string, string>> = { ı: 'i', đ: 'd' };

/** Folds text for a search: without case, and without the diacritics that users omit. */
export const foldSearch = (query: string): string =>
  query
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ıđ]/g, (letter) => ALIKE[letter] ?? letter);

/** Splits a search into terms. Pairs are written with many separators between their coins. */
export const searchTerms = (search: string): readonly string[] =>
  foldSearch(search)
    .split(/[\s/_·-]+/)
    .filter(Boolean);
