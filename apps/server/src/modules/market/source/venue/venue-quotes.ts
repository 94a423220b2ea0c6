import { marketSettings, type SourceQuote } from '@app/domain/market';
import { type Amount, add, compare, subtract, ZERO } from '@app/money';
import type { Reading } from './read-ticker.ts';

/** Quotes of one venue not yet taken. */
type VenueQuotes = {
  record(market: number, reading: Reading, receivedMs: number): void;
  take(): readonly SourceQuote[];
};

type TimedReading = Reading & { readonly atMs: number };

const AHEAD_MS = marketSettings.sourceAheadMs.initial;

/**
 * Keeps the newest reading of each market. Drops a reading that is not newer than the last, and one from the future,
 * because no later one would be newer.
 */
export function createVenueQuotes(source: number): VenueQuotes {
  const latest = new Map<number, TimedReading>();
  const waiting = new Map<number, SourceQuote>();
  const record = (market: number, reading: Reading, receivedMs: number) => {
    const { price, volume24h, atMs = receivedMs } = reading;
    const before = latest.get(market);
    const isOld = before !== undefined && atMs <= before.atMs && !isAhead(before.atMs, receivedMs);
    if (isOld || isAhead(atMs, receivedMs) || isRepeated(before, reading)) return;
    latest.set(market, { ...reading, atMs });
    const untold = waiting.get(market)?.volume ?? ZERO;
    waiting.set(market, { market, source, price, volume: add(untold, growth(before, volume24h)), atMs });
  };
  const take = () => {
    const quotes = [...waiting.values()];
    waiting.clear();
    return quotes;
  };
  return { record, take };
}

/** Returns whether a time is in the future; if a stored reading is, it was received before our clock was set back. */
const isAhead = (atMs: number, receivedMs: number) => atMs > receivedMs + AHEAD_MS;

/**
 * Returns whether a venue without a clock repeated its reading exactly. The repeat keeps the time of the first: the
 * venue may be frozen.
 */
const isRepeated = (before: TimedReading | undefined, { price, volume24h, atMs, book }: Reading) =>
  atMs === undefined && before?.price === price && before.volume24h === volume24h && before.book === book;

/**
 * Returns the volume since the last reading: a lower bound, because volume of a day ago leaves the 24-hour sum
 * meanwhile.
 */
function growth(before: TimedReading | undefined, volume24h: Amount): Amount {
  if (before === undefined || compare(volume24h, before.volume24h) <= 0) return ZERO;
  return subtract(volume24h, before.volume24h);
}
