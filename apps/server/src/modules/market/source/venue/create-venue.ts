import { setTimeout as pause } from 'node:timers/promises';
import { expectDefined } from '@app/base';
import { type Market, SOURCES, type Source } from '@app/domain/market';
import type { Log } from '../../../../platform/process/log.ts';
import type { PriceSource } from '../price-source.ts';
import { type Exchange, openExchange, type Ticker, type VenueProtocol, type VenueUrls } from './open-exchange.ts';
import { type Reading, readTicker } from './read-ticker.ts';
import { createVenueQuotes } from './venue-quotes.ts';

export type VenueOptions = {
  readonly markets: readonly Market[];
  readonly log: Log;
  /** Name of the source in ticks and logs; the venue of the protocol by default. */
  readonly name?: Source['name'];
  /** Polled every second or, for Binance only, streamed. */
  readonly isStreamed?: boolean;
  readonly urls?: VenueUrls;
  readonly pauses?: Partial<Pauses>;
};

/** A live venue, with a count of its unreadable responses. */
type Venue = PriceSource & { badAnswers(): number };

/** Pauses double from the first to the longest while a venue does not respond. */
const PAUSES: Pauses = {
  pollMs: 1_000,
  answerMs: 2_000,
  firstMs: 1_000,
  longestMs: 60_000,
  silenceMs: 30_000,
  listingMs: 15 * 60_000,
};

/**
 * Creates a source of a live venue's quotes for the markets it lists. It retries forever: while the venue is down it
 * sends no quotes, and earlier ones become stale, so the index continues without it.
 */
export function createVenue(protocol: VenueProtocol, options: VenueOptions): Venue {
  const { name = protocol } = options;
  const source = expectDefined(
    SOURCES.find((each) => each.name === name),
    'a source of this name',
  );
  const quotes = createVenueQuotes(source.id);
  const stopping = new AbortController();
  let badAnswers = 0;
  let aheadMs = 0;
  let listening: Promise<void> = Promise.resolve();
  const listener: VenueListener = {
    ...options,
    protocol,
    name,
    isStreamed: protocol === 'binance' && options.isStreamed === true,
    pauses: { ...PAUSES, ...options.pauses },
    onReading: (market, reading) => quotes.record(market, reading, Date.now() + aheadMs),
    onBadAnswer: () => {
      badAnswers += 1;
    },
  };
  return {
    isSimulated: false,
    start: () => {
      listening = listen(listener, stopping.signal);
    },
    take: (nowMs) => {
      // Quotes are judged by the database's clock, so readings are timed by it too, whatever this machine's clock says.
      aheadMs = nowMs - Date.now();
      return quotes.take();
    },
    badAnswers: () => badAnswers,
    close: () => {
      stopping.abort();
      return listening;
    },
  };
}

type Pauses = {
  readonly pollMs: number;
  /** A polled response is not awaited longer than this: its quotes would be stale. */
  readonly answerMs: number;
  /** Pause after the first failure, doubled after each further one, up to the longest. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** A stream silent for this long is reconnected. */
  readonly silenceMs: number;
  /** The venue's list of markets is read again after this time. */
  readonly listingMs: number;
};

type VenueListener = {
  readonly protocol: VenueProtocol;
  readonly name: Source['name'];
  readonly markets: readonly Market[];
  readonly log: Log;
  readonly isStreamed: boolean;
  readonly urls?: VenueUrls;
  readonly pauses: Pauses;
  readonly onReading: (market: number, reading: Reading) => void;
  readonly onBadAnswer: () => void;
};

/** A connection: the venue's list of markets and, for a stream, its socket. */
type Session = {
  readonly exchange: Exchange;
  /** Our ids of the markets that the venue trades too, by symbol. */
  ids: ReadonlyMap<string, number>;
  listedMs: number;
  readonly seen: WeakSet<Ticker>;
  close(): Promise<void>;
};

const GOODBYE_MS = 1_000;

/**
 * Reads from the venue until the signal aborts; never rejects. After a network error a polled venue is asked again
 * with the same list of markets, which is a response of many megabytes; after any other error the list may be wrong,
 * and a new session leaves nothing of the failed one.
 */
async function listen(listener: VenueListener, signal: AbortSignal): Promise<void> {
  const { name, log, pauses } = listener;
  let session: Session | undefined;
  for (let failures = 0; !signal.aborted; ) {
    try {
      session ??= await openSession(listener, signal);
      await readOnce(listener, session, signal);
      failures = 0;
      if (!listener.isStreamed) await pause(pauses.pollMs, undefined, { signal });
    } catch (error) {
      if (signal.aborted) break;
      log.warn({ venue: name, failures, err: error }, 'venue.request_failed');
      if (listener.isStreamed || !(error instanceof TooLate || session?.exchange.isNetworkError(error))) {
        await session?.close();
        session = undefined;
      }
      const waitMs = Math.min(pauses.longestMs, pauses.firstMs * 2 ** failures);
      failures += 1;
      await pause(waitMs, undefined, { signal }).catch(() => {}); // Woken by abort.
    }
  }
  await session?.close();
}

async function openSession(listener: VenueListener, signal: AbortSignal): Promise<Session> {
  const { protocol, urls, pauses } = listener;
  const closing = new AbortController();
  const exchange = await openExchange(protocol, urls, AbortSignal.any([signal, closing.signal]));
  const close = async () => {
    closing.abort();
    // A venue that is gone never confirms the close, so limit the wait.
    await withinTime(exchange.close(), GOODBYE_MS, new AbortController().signal).catch(() => {});
  };
  try {
    await withinTime(exchange.loadMarkets(), pauses.silenceMs, signal);
    const ids = commonMarkets(listener, exchange);
    return { exchange, ids, listedMs: performance.now(), seen: new WeakSet(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns our ids of the markets that the venue trades too, by symbol. */
function commonMarkets({ markets }: VenueListener, exchange: Exchange): ReadonlyMap<string, number> {
  const common = markets.filter(({ symbol }) => {
    const theirs = exchange.markets?.[symbol];
    return theirs !== undefined && theirs.active !== false;
  });
  if (common.length === 0) throw new Error('the venue trades none of our markets');
  return new Map(common.map(({ symbol, id }) => [symbol, id]));
}

async function readOnce(listener: VenueListener, session: Session, signal: AbortSignal): Promise<void> {
  const { isStreamed, pauses } = listener;
  if (performance.now() - session.listedMs > pauses.listingMs) void renewListing(listener, session, signal);
  const waitMs = isStreamed ? pauses.silenceMs : pauses.answerMs;
  const tickers = await withinTime(fetchTickers(listener, session), waitMs, signal);
  const fresh = Object.entries(tickers).filter(([, ticker]) => !session.seen.has(ticker));
  for (const [, ticker] of fresh) session.seen.add(ticker);
  const readable = fresh.filter(([symbol, ticker]) => onTicker(listener, session.ids.get(symbol), ticker));
  if (readable.length === 0 && !isStreamed) throw new Error('a response without any readable ticker');
}

/**
 * Reads the list of markets again, for those listed or halted since, while polling continues. Never rejects: the old
 * list stays in use.
 */
async function renewListing(listener: VenueListener, session: Session, signal: AbortSignal): Promise<void> {
  session.listedMs = performance.now();
  try {
    await session.exchange.loadMarkets(true);
    session.ids = commonMarkets(listener, session.exchange);
  } catch (error) {
    if (!signal.aborted) listener.log.warn({ venue: listener.name, err: error }, 'venue.listing_failed');
  }
}

/**
 * Reads tickers. A stream wakes us for one market and may have updated others meanwhile, so all its tickers are read.
 */
async function fetchTickers({ isStreamed }: VenueListener, { exchange, ids }: Session) {
  const symbols = [...ids.keys()];
  if (!isStreamed) return exchange.fetchTickers(symbols);
  await exchange.watchTickers(symbols);
  return exchange.tickers;
}

/** Passes a ticker on; returns whether it was readable. */
function onTicker(listener: VenueListener, market: number | undefined, ticker: Ticker): boolean {
  const { protocol, isStreamed, onReading, onBadAnswer } = listener;
  if (market === undefined) return false;
  const form = protocol === 'kraken' ? 'krakenPolled' : isStreamed ? 'binanceStreamed' : 'binancePolled';
  const reading = readTicker(form, ticker.info);
  if (reading === undefined) onBadAnswer();
  else onReading(market, reading);
  return reading !== undefined;
}

class TooLate extends Error {}

/** Waits for work until a timeout or abort; ignores a later result. */
async function withinTime<Value>(work: Promise<Value>, timeoutMs: number, end: AbortSignal): Promise<Value> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const onEnd = () => reject(new Error('ended'));
  const timer = setTimeout(() => reject(new TooLate(`no message for ${timeoutMs} ms`)), timeoutMs);
  end.addEventListener('abort', onEnd);
  if (end.aborted) onEnd();
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
    end.removeEventListener('abort', onEnd);
  }
}
