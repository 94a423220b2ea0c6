/** The dotless ı is an i to who searches, and đ has no mark that could be taken off it. */
const ALIKE: Readonly<Record<string, string>> = { ı: 'i', đ: 'd' };

/** Letters as a search compares them: without case, and without the marks that a quick finger leaves away. */
export const foldSearch = (query: string): string =>
  query
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ıđ]/g, (letter) => ALIKE[letter] ?? letter);

/** What is looked for, word by word. Pairs are written with many signs between their coins. */
export const searchTerms = (search: string): readonly string[] =>
  foldSearch(search)
    .split(/[\s/_·-]+/)
    .filter(Boolean);
