import { floorTo, type Price } from '@app/money';
import { type JumpInput, type PendingJump, watchJump } from './jump.ts';
import type { SourceQuote, TickSource } from './market.ts';
import { isBeyond, medianOf } from './median.ts';
import type { RecentPrices } from './recent-prices.ts';

/** `pending` is the pending jump of the previous verdict; without it no jump is ever confirmed. */
export type IndexInput = JumpInput & {
  /** Venue quotes for one market; only the newest of each venue counts. */
  readonly quotes: readonly SourceQuote[];
  readonly priceTick: Price;
};

export type IndexVerdict =
  | {
      readonly kind: 'price';
      readonly price: Price;
      readonly sources: readonly TickSource[];
      /** Input of the next verdict. */
      readonly recent: RecentPrices;
    }
  | { readonly kind: 'none'; readonly reason: 'no_sources' | 'all_stale' | 'too_few' | 'disagreement' }
  | { readonly kind: 'none'; readonly reason: 'jump'; readonly pending: PendingJump };

/**
 * Computes one index price from the venues' quotes, or returns none with a reason. Drops quotes below one tick (zero,
 * negative), stale or from the future, then those far from the median; more than half must remain, and their median is
 * the price.
 */
export function computeIndexPrice(input: IndexInput): IndexVerdict {
  const { quotes, rules, priceTick } = input;
  const fresh = freshQuotes(input);
  if (fresh.length === 0) return none(quotes.some(({ price }) => price >= priceTick) ? 'all_stale' : 'no_sources');
  const agreeing = withoutOutliers(fresh, input);
  if (agreeing.length * 2 <= fresh.length) return none('disagreement');
  if (agreeing.length < rules.sourcesMin) return none('too_few');
  const price = medianOf(pricesOf(agreeing), priceTick);
  const leftOut = pricesOf(fresh.filter((quote) => !agreeing.includes(quote)));
  const watched = watchJump({ price, agreeing: pricesOf(agreeing), leftOut }, input);
  if (watched.kind === 'contradicted') return none('disagreement');
  if (watched.kind === 'waits') return { kind: 'none', reason: 'jump', pending: watched.pending };
  const sources = agreeing.map((quote) => asSource(quote, input.nowMs));
  return { kind: 'price', price, sources, recent: watched.recent };
}

/**
 * Returns the fresh quotes, each rounded down to the market's tick, so that a tick's price is exactly the median of the
 * prices it names.
 */
function freshQuotes({ quotes, nowMs, rules, priceTick }: IndexInput): SourceQuote[] {
  const newest = latestQuotes(quotes, { nowMs, aheadMs: rules.sourceAheadMs });
  return newest
    .filter(({ price, atMs }) => price >= priceTick && nowMs - atMs <= rules.sourceStaleMs)
    .map((quote) => ({ ...quote, price: floorTo(quote.price, priceTick) }));
}

function withoutOutliers(quotes: readonly SourceQuote[], { rules, priceTick }: IndexInput): SourceQuote[] {
  const middle = medianOf(pricesOf(quotes), priceTick);
  return quotes.filter(({ price }) => !isBeyond(price, middle, rules.outlierRate));
}

const pricesOf = (quotes: readonly SourceQuote[]) => quotes.map(({ price }) => price);

const none = (reason: 'no_sources' | 'all_stale' | 'too_few' | 'disagreement') => ({ kind: 'none', reason }) as const;

/** Converts a quote to a tick source; a quote from a venue whose clock is slightly ahead gets age zero. */
const asSource = ({ source, price, atMs }: SourceQuote, nowMs: number): TickSource => ({
  source,
  price,
  ageMs: Math.max(0, nowMs - atMs),
});

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
