import { type Market, SOURCES } from '@app/domain/market';
import type { Log } from '../../../../platform/log.ts';
import type { PriceSource } from '../price-source.ts';
import { listen, type Pauses, type VenueListener } from './listen.ts';
import type { VenueName, VenueUrls } from './open-exchange.ts';
import { createVenueQuotes } from './venue-quotes.ts';

export type VenueOptions = {
  readonly markets: readonly Market[];
  readonly log: Log;
  /** By asking each second, or, of Binance, by its stream. */
  readonly isStreamed?: boolean;
  readonly urls?: VenueUrls;
  readonly pauses?: Partial<Pauses>;
};

/** A live venue, and how many of its answers could not be read. */
type Venue = PriceSource & { badAnswers(): number };

/** Pauses double from the first to the longest while a venue does not answer. */
const PAUSES: Pauses = { pollMs: 1_000, firstMs: 1_000, longestMs: 60_000, silenceMs: 30_000 };

/**
 * What a live venue says of the markets it knows. It is asked for ever: while it is down it says nothing, and words it
 * has said grow old, so the index goes on without it.
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
