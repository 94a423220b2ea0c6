import { setTimeout as pause } from 'node:timers/promises';
import { type Market, SOURCES } from '@app/domain/market';
import type { Log } from '../../../../platform/process/log.ts';
import type { PriceSource } from '../price-source.ts';
import { type Exchange, openExchange, type Ticker, type VenueName, type VenueUrls } from './open-exchange.ts';
import { type Reading, readTicker } from './read-ticker.ts';
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

type Pauses = {
  readonly pollMs: number;
  /** Pause after the first failure, doubled after each further one, up to the longest. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** A venue silent for this long is reconnected. */
  readonly silenceMs: number;
};

type VenueListener = {
  readonly name: VenueName;
  readonly markets: readonly Market[];
  readonly log: Log;
  readonly isStreamed?: boolean;
  readonly urls?: VenueUrls;
  readonly pauses: Pauses;
  readonly onReading: (market: number, reading: Reading) => void;
  readonly onBadAnswer: () => void;
};

const GOODBYE_MS = 1_000;

/** Connects to the venue repeatedly until the signal aborts; never rejects. */
async function listen(listener: VenueListener, signal: AbortSignal): Promise<void> {
  const { name, log, pauses } = listener;
  let failures = 0;
  const onAnswer = () => {
    failures = 0;
  };
  while (!signal.aborted) {
    await call(listener, signal, onAnswer).catch((error: unknown) => {
      if (!signal.aborted) log.warn({ venue: name, failures, err: error }, 'venue.request_failed');
    });
    const waitMs = Math.min(pauses.longestMs, pauses.firstMs * 2 ** failures);
    failures += 1;
    await pause(waitMs, undefined, { signal }).catch(() => {}); // Woken by abort.
  }
}

/** Runs one connection until it fails or is aborted. A failed one leaves no state that could affect the next. */
async function call(listener: VenueListener, signal: AbortSignal, onAnswer: () => void): Promise<void> {
  const exchange = await openExchange(listener.name, listener.urls);
  try {
    const ids = await commonMarkets(listener, exchange, signal);
    const seen = new WeakSet<Ticker>();
    while (!signal.aborted) {
      const tickers = await withinTime(
        fetchTickers(listener, exchange, [...ids.keys()]),
        listener.pauses.silenceMs,
        signal,
      );
      for (const [symbol, ticker] of Object.entries(tickers))
        if (!seen.has(ticker)) onTicker(listener, ids.get(symbol), ticker);
      for (const ticker of Object.values(tickers)) seen.add(ticker);
      onAnswer();
      if (!listener.isStreamed) await pause(listener.pauses.pollMs, undefined, { signal });
    }
  } finally {
    // A venue that is gone never confirms the close, so limit the wait.
    await withinTime(exchange.close(), GOODBYE_MS, new AbortController().signal).catch(() => {});
  }
}

/** Returns our ids of the markets that the venue lists too, by symbol. */
async function commonMarkets({ markets, pauses }: VenueListener, exchange: Exchange, signal: AbortSignal) {
  await withinTime(exchange.loadMarkets(), pauses.silenceMs, signal);
  const theirs = new Set(exchange.symbols);
  const common = markets.filter(({ symbol }) => theirs.has(symbol));
  if (common.length === 0) throw new Error('the venue lists none of our markets');
  return new Map(common.map(({ symbol, id }) => [symbol, id]));
}

/**
 * Reads tickers. A stream wakes us for one market and may have updated others meanwhile, so all its tickers are read.
 */
async function fetchTickers({ isStreamed }: VenueListener, exchange: Exchange, symbols: string[]) {
  if (!isStreamed) return exchange.fetchTickers(symbols);
  await exchange.watchTickers(symbols);
  return exchange.tickers;
}

function onTicker(
  { name, isStreamed, onReading, onBadAnswer }: VenueListener,
  market: number | undefined,
  ticker: Ticker,
): void {
  if (market === undefined) return;
  const form = name === 'kraken' ? 'krakenPolled' : isStreamed ? 'binanceStreamed' : 'binancePolled';
  const reading = readTicker(form, ticker.info);
  if (reading === undefined) onBadAnswer();
  else onReading(market, reading);
}

/** Waits for work until a timeout or abort; ignores a later result. */
async function withinTime<Value>(work: Promise<Value>, timeoutMs: number, end: AbortSignal): Promise<Value> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const onEnd = () => reject(new Error('ended'));
  const timer = setTimeout(() => reject(new Error(`no message for ${timeoutMs} ms`)), timeoutMs);
  end.addEventListener('abort', onEnd);
  if (end.aborted) onEnd();
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
    end.removeEventListener('abort', onEnd);
  }
}
