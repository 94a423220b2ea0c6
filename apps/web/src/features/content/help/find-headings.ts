import { foldSearch } from '../../../lib/search-terms.ts';

type HeadingTexts = { readonly id: bigint; readonly title: string; readonly summary: string };

/** Returns the headings whose title or summary contains every keyword, in their order; none for an empty search. */
export function findHeadings<Heading extends HeadingTexts>(
  search: string,
  headings: readonly Heading[],
): readonly Heading[] {
  const wanted = foldSearch(search).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  return headings.filter(({ title, summary }) => {
    const haystack = foldSearch(`${title} ${summary}`);
    return wanted.every((word) => haystack.includes(word));
  });
}

/** Joins local matches with the server's additional ones, without duplicates. */
export function joinHeadings<Heading extends HeadingTexts>(
  known: readonly Heading[],
  found: readonly Heading[],
): readonly Heading[] {
  const seen = new Set(known.map(({ id }) => id));
  return [...known, ...found.filter(({ id }) => !seen.has(id))];
}
