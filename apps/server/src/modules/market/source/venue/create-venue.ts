import { type Market, SOURCES } from '@app/domain/market';
import type { Log } from '../../../../platform/log.ts';
import type { PriceSource } from '../price-source.ts';
import { listen, type Pauses, type VenueListener } from './listen.ts';
import type { VenueName, VenueUrls } from './open-exchange.ts';
import { createVenueQuotes } from './venue-quotes.ts';

export type VenueOptions = {
  readonly markets: readonly Market[];
  readonly log: Log;
  /** Polled every second or, for Binance only, streamed. */
  readonly isStreamed?: boolean;
  readonly urls?: VenueUrls;
  readonly pauses?: Partial<Pauses>;
};

/** A live venue, with a count of its unreadable responses. */
type Venue = PriceSource & { badAnswers(): number };

/** Pauses double from the first to the longest while a venue does not respond. */
const PAUSES: Pauses = { pollMs: 1_000, firstMs: 1_000, longestMs: 60_000, silenceMs: 30_000 };

/**
 * Creates a source of a live venue's quotes for the markets it lists. It retries forever: while the venue is down it
 * sends no quotes, and earlier ones become stale, so the index continues without it.
 */
export function createVenue(name: VenueName, options: VenueOptions): Venue {
  const source = SOURCES.find((each) => each.name === name)?.id ?? 0;
  const quotes = createVenueQuotes(source);
  const stopping = new AbortController();
  let badAnswers = 0;
  let listening: Promise<void> = Promise.resolve();
  const listener: VenueListener = {
    ...options,
    name,
    isStreamed: name === 'binance' && options.isStreamed === true,
    pauses: { ...PAUSES, ...options.pauses },
    onReading: (market, reading) => quotes.record(market, reading, Date.now()),
    onBadAnswer: () => {
      badAnswers += 1;
    },
  };
  return {
    isSimulated: false,
    start: () => {
      listening = listen(listener, stopping.signal);
    },
    take: () => quotes.take(),
    badAnswers: () => badAnswers,
    close: () => {
      stopping.abort();
      return listening;
    },
  };
}
