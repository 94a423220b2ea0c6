import { foldWords } from '../../../shared/search-words.ts';

type Words = { readonly id: bigint; readonly title: string; readonly summary: string };

/** Those whose title or summary has every word, in their order; none where nothing is looked for. */
export function findHeadings<Heading extends Words>(search: string, headings: readonly Heading[]): readonly Heading[] {
  const wanted = foldWords(search).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  return headings.filter(({ title, summary }) => {
    const said = foldWords(`${title} ${summary}`);
    return wanted.every((word) => said.includes(word));
  });
}

/** What is known at once, then what the server found besides; each once. */
export function joinHeadings<Heading extends Words>(
  known: readonly Heading[],
  found: readonly Heading[],
): readonly Heading[] {
  const seen = new Set(known.map(({ id }) => id));
  return [...known, ...found.filter(({ id }) => !seen.has(id))];
}
