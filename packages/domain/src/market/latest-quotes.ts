import type { SourceQuote } from './market.ts';

/**
 * Returns the newest quote of each venue on one market, by venue. Ignores older quotes that arrive late, and quotes
 * from the future: kept as the newest, one would block its venue until that time arrives.
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
