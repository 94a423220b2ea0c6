import type { SourceQuote } from './market.ts';

/**
 * The newest word of each venue on one market, by venue. An older word that arrives late changes nothing, and one from
 * the future is as if never said: kept as the newest, it would silence its venue until that time comes.
 */
export function latestQuotes(
  words: readonly SourceQuote[],
  { nowMs, aheadMs }: { readonly nowMs: number; readonly aheadMs: number },
): SourceQuote[] {
  const newest = new Map<number, SourceQuote>();
  for (const word of words) {
    const known = newest.get(word.source);
    if (word.atMs > nowMs + aheadMs || (known !== undefined && word.atMs < known.atMs)) continue;
    newest.set(word.source, word);
  }
  return [...newest.values()].sort((a, b) => a.source - b.source);
}
