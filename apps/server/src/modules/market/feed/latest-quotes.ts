import { latestQuotes, type SourceQuote, type Tick } from '@app/domain/market';
import { type Amount, add, isStorable, min, subtract, sum, ZERO } from '@app/money';

/** Sources that a price is made of. */
type Named = Pick<Tick, 'sources'>['sources'];

/** The last quote of each source for each market, and its volume since the market's last stored tick. */
export type LatestQuotes = {
  record(quotes: readonly SourceQuote[], clock: Clock): void;
  of(market: number): readonly SourceQuote[];
  /** Returns the volume of these sources: a source whose price is rejected has its volume rejected too. */
  volumeOf(market: number, sources: Named): Amount;
  /** Subtracts the volume of ticks known to be stored, and drops that of the sources they left out. */
  spend(ticks: readonly Pick<Tick, 'market' | 'volume' | 'sources'>[]): void;
  /** Clears all volumes: the previous owner has already sealed them, or it is unknown whether it did. */
  forgetVolumes(): void;
  /** Returns the number of quotes each source has sent since the start, by source id. */
  counts(): ReadonlyMap<number, number>;
};

type Clock = { readonly nowMs: number; readonly aheadMs: number };

export function createLatestQuotes(): LatestQuotes {
  const byMarketId = new Map<number, readonly SourceQuote[]>();
  /** By market and source. */
  const volumes = new Map<number, Map<number, Amount>>();
  const counts = new Map<number, number>();
  const of = (market: number) => byMarketId.get(market) ?? [];
  const volumeOf: LatestQuotes['volumeOf'] = (market, sources) =>
    sum(sources.map(({ source }) => volumes.get(market)?.get(source) ?? ZERO));
  const addUp = ({ market, source, volume }: SourceQuote) => {
    counts.set(source, (counts.get(source) ?? 0) + 1);
    const traded = volumes.get(market) ?? new Map<number, Amount>();
    const together = sum([...traded.values(), volume]);
    if (volume <= 0n || !isStorable(together)) return;
    volumes.set(market, traded.set(source, add(traded.get(source) ?? ZERO, volume)));
  };
  const record = (quotes: readonly SourceQuote[], clock: Clock) => {
    const readable = quotes.filter((quote) => isReadable(quote, clock));
    readable.forEach(addUp);
    const byMarket = Map.groupBy(readable, ({ market }) => market);
    for (const [market, added] of byMarket) byMarketId.set(market, latestQuotes([...of(market), ...added], clock));
  };
  const spend: LatestQuotes['spend'] = (ticks) => {
    for (const tick of ticks) volumes.set(tick.market, leftOf(volumes.get(tick.market), tick));
  };
  return { record, of, volumeOf, spend, forgetVolumes: () => volumes.clear(), counts: () => counts };
}

/**
 * Returns the volume of a tick's sources beyond what the tick contains: it arrived while the block was being stored.
 */
function leftOf(
  traded: ReadonlyMap<number, Amount> | undefined,
  { volume, sources }: Pick<Tick, 'volume' | 'sources'>,
) {
  const left = new Map<number, Amount>();
  let unreported = volume;
  for (const { source } of sources) {
    const own = traded?.get(source) ?? ZERO;
    const reported = min(own, unreported);
    unreported = subtract(unreported, reported);
    left.set(source, subtract(own, reported));
  }
  return left;
}

/**
 * Sources are not trusted: none of their quotes may produce a tick that cannot be stored, which would block every
 * market.
 */
const isReadable = ({ atMs, price, source }: SourceQuote, { nowMs, aheadMs }: Clock) =>
  Number.isSafeInteger(atMs) &&
  atMs >= 0 &&
  atMs <= nowMs + aheadMs &&
  isStorable(price) &&
  Number.isSafeInteger(source) &&
  source > 0;
