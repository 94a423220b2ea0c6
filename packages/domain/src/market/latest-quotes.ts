import type { SourceQuote } from './market.ts';

/**
 * The newest word of each venue on one market, by venue. An older word that arrives late changes nothing, and one from
 * the future is as if never said: kept as the newest, it would silence its venue until that time comes.
 */
export function latestQuotes(
  quotes: readonly SourceQuote[],
  { nowMs, aheadMs }: { readonly nowMs: number; readonly aheadMs: number },
): SourceQuote[] {
  const newest = new Map<number, SourceQuote>();
  for (const quote of quotes) {
    const known = newest.get(quote.source);
    if (quote.atMs > nowMs + aheadMs || (known !== undefined && quote.atMs < known.atMs)) continue;
    newest.set(quote.source, quote);
  }
  return [...newest.values()].sort((a, b) => a.source - b.source);
}
