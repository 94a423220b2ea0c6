import { setTimeout as pause } from 'node:timers/promises';
import type { Market } from '@app/domain/market';
import type { Log } from '../../../../platform/log.ts';
import { type Exchange, openExchange, type Ticker, type VenueName, type VenueUrls } from './open-exchange.ts';
import { type Reading, readTicker } from './read-ticker.ts';
import { withinTime } from './within-time.ts';

export type Pauses = {
  readonly pollMs: number;
  /** After the first failure, doubled at each that follows, up to the longest. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** A venue that says nothing for so long is called anew. */
  readonly silenceMs: number;
};

export type VenueListener = {
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

/** Calls the venue again and again until the signal ends it; never fails. */
export async function listen(listener: VenueListener, signal: AbortSignal): Promise<void> {
  const { name, log, pauses } = listener;
  let failures = 0;
  const onAnswer = () => {
    failures = 0;
  };
  while (!signal.aborted) {
    await call(listener, signal, onAnswer).catch((error: unknown) => {
      if (!signal.aborted) log.warn({ venue: name, failures, err: error }, 'a venue does not answer');
    });
    const waitMs = Math.min(pauses.longestMs, pauses.firstMs * 2 ** failures);
    failures += 1;
    await pause(waitMs, undefined, { signal }).catch(() => {}); // Woken by the end.
  }
}

/** One call, until it fails or is ended. A failed one leaves nothing behind that the next could trip over. */
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
    // A venue that is gone does not say goodbye, so nobody waits for it long.
    await withinTime(exchange.close(), GOODBYE_MS, new AbortController().signal).catch(() => {});
  }
}

/** Our numbers of the markets that the venue has too, by symbol. */
async function commonMarkets({ markets, pauses }: VenueListener, exchange: Exchange, signal: AbortSignal) {
  await withinTime(exchange.loadMarkets(), pauses.silenceMs, signal);
  const theirs = new Set(exchange.symbols);
  const common = markets.filter(({ symbol }) => theirs.has(symbol));
  if (common.length === 0) throw new Error('the venue knows none of our markets');
  return new Map(common.map(({ symbol, id }) => [symbol, id]));
}

/** A stream wakes us for one market and may have told of others meanwhile, so all it told is read. */
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
