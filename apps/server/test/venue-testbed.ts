import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SourceQuote } from '@app/domain/market';
import { formatDecimal } from '@app/money';
import { createVenue, type VenueOptions } from '../src/modules/market/source/venue/create-venue.ts';
import type { VenueProtocol } from '../src/modules/market/source/venue/open-exchange.ts';
import type { Log } from '../src/platform/process/log.ts';
import { SAMPLE_MARKETS } from './sample-markets.ts';

/** Reads a documented response of a venue. */
export const venueAnswer = (name: string) =>
  readFileSync(new URL(`../testdata/venues/${name}.json`, import.meta.url), 'utf8');
const ANSWERS: Record<string, string> = {
  '/api/v3/exchangeInfo': 'binance-exchange-info',
  '/api/v3/ticker/24hr': 'binance-ticker',
  '/0/public/Assets': 'kraken-assets',
  '/0/public/AssetPairs': 'kraken-asset-pairs',
  '/0/public/Ticker': 'kraken-ticker',
};
/** Serves the venue's documented responses. */
export const answer: RequestListener = (request, response) => {
  const name = ANSWERS[request.url?.split('?')[0] ?? ''];
  response.writeHead(name === undefined ? 404 : 200, { 'content-type': 'application/json' });
  response.end(name === undefined ? '{}' : venueAnswer(name));
};

/** Cleanups of what a test opened. */
const opened: (() => unknown)[] = [];
export const closeLater = (close: () => unknown) => opened.push(close);
/** Closes in reverse order of opening. */
export async function closeVenues(): Promise<void> {
  for (const close of opened.splice(0).reverse()) await close();
}

export async function listenWith(listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeLater(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}

export function startVenue(name: VenueProtocol, server: Server, options: Partial<VenueOptions> = {}) {
  const warnings: Record<string, unknown>[] = [];
  const log = { warn: (fields: Record<string, unknown>) => warnings.push(fields) } as unknown as Log;
  const { port } = server.address() as AddressInfo;
  const urls = { rest: `http://127.0.0.1:${port}`, stream: `ws://127.0.0.1:${port}` };
  const pauses = { pollMs: 20, firstMs: 10, longestMs: 40, silenceMs: 15_000 };
  const venue = createVenue(name, { markets: SAMPLE_MARKETS, log, urls, pauses, ...options });
  void venue.start();
  closeLater(() => venue.close());
  const quotes: SourceQuote[] = [];
  const received = () => {
    quotes.push(...venue.take(Date.now()));
    return quotes.map(({ market, source, price, volume }) =>
      [market, source, formatDecimal(price), formatDecimal(volume)].join(' '),
    );
  };
  return { venue, warnings, quotes, received };
}
