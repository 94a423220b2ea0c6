import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type Amount, add, formatPlaces, multiply, ONE, type Price, parseDecimal, type Rate } from '@app/money';
import { type PricePath, type PriceScript, readPriceScript } from './price-path.ts';
import { binance, kraken, type Protocol, type ShownMarket, type ShownVenue } from './venue-wire.ts';

/** The venues it plays, by the name of their source and the first part of their path, each with its protocol. */
const PROTOCOLS = { 'local-a': binance, 'local-b': kraken, 'local-c': binance } satisfies Record<string, Protocol>;
export type LocalVenueName = keyof typeof PROTOCOLS;
const NAMES = Object.keys(PROTOCOLS) as LocalVenueName[]; // Only own keys.

/** What is wrong with a venue. Everything may be combined; nothing is wrong by default. */
export type VenueFaults = {
  /** Closes every connection without a response. */
  readonly isDown?: boolean;
  /** Accepts requests and never responds. */
  readonly isSilent?: boolean;
  /** Sends the headers and half of the body, then nothing. */
  readonly isStalled?: boolean;
  /** Responds this much later. */
  readonly delayMs?: number;
  /** Responds with this instead: a maintenance page, wrong JSON. */
  readonly answer?: { readonly status: number; readonly body: string };
  /** Responds with this many bytes that are not JSON. */
  readonly hugeBytes?: number;
  /** Added to its clock; below zero its quotes are old. */
  readonly clockSkewMs?: number;
  /** Repeats the prices, times and sizes of the moment this was set. */
  readonly isFrozen?: boolean;
  /** Multiplies the prices of these markets. */
  readonly lies?: Readonly<Record<string, string>>;
  /** Replaces raw fields in the tickers of these markets, for prices that are no prices. */
  readonly fields?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Leaves these markets out of responses; they stay listed. */
  readonly missing?: readonly string[];
  /** Lists these markets as not trading. */
  readonly halted?: readonly string[];
  /** Does not list these markets, and refuses every request that names one, as venues do. */
  readonly delisted?: readonly string[];
};

export type LocalVenue = {
  /** Value of LOCAL_VENUE_URL. */
  readonly url: string;
  /** Replaces the price or path of one market from now on; a market it did not have is listed. */
  setPrice(symbol: string, script: PriceScript): void;
  /** Returns a market's scripted price now, without the faults of any venue. */
  priceOf(symbol: string): Price;
  /** Replaces all faults of the venues; `setFaults({})` ends them. */
  setFaults(faults: VenueFaults, names?: readonly LocalVenueName[]): void;
  /** Returns the number of requests a venue has received, by the path after its name. */
  requestsOf(name: LocalVenueName): ReadonlyMap<string, number>;
  stop(): Promise<void>;
};

export type LocalVenueOptions = {
  readonly prices: Readonly<Record<string, PriceScript>>;
  /** Any free port by default. */
  readonly port?: number;
  readonly now?: () => number;
};

type Scripted = { readonly path: PricePath; readonly sinceMs: number };
type Play = { faults: VenueFaults; frozen: ShownVenue | undefined; readonly requests: Map<string, number> };
type State = {
  readonly scripts: Map<string, Scripted>;
  readonly plays: Readonly<Record<LocalVenueName, Play>>;
  readonly now: () => number;
  readonly startedMs: number;
};

/** Starts a server with scripted prices that speaks the public endpoints of Binance and Kraken. Loopback only. */
export async function startLocalVenue({ prices, port = 0, now = Date.now }: LocalVenueOptions): Promise<LocalVenue> {
  const newPlay = (): Play => ({ faults: {}, frozen: undefined, requests: new Map() });
  const plays = { 'local-a': newPlay(), 'local-b': newPlay(), 'local-c': newPlay() };
  const state: State = { scripts: new Map(), plays, now, startedMs: now() };
  const venue: Omit<LocalVenue, 'url' | 'stop'> = {
    setPrice: (symbol, script) => {
      if (!/^[A-Z0-9]+\/[A-Z0-9]+$/.test(symbol)) throw new Error(`${symbol} is not written BASE/QUOTE`);
      state.scripts.set(symbol, { path: readPriceScript(script), sinceMs: now() });
    },
    priceOf: (symbol) => priceOf(state, symbol),
    setFaults: (faults, names = NAMES) => {
      for (const name of names) {
        plays[name].frozen = faults.isFrozen === true ? show(state, plays[name].faults) : undefined;
        plays[name].faults = faults;
      }
    },
    requestsOf: (name) => plays[name].requests,
  };
  for (const [symbol, script] of Object.entries(prices)) venue.setPrice(symbol, script);
  const server = createServer((request, response) => {
    respond(state, venue, request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(400);
      response.end(String(error));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const stop = async () => {
    const closed = new Promise((done) => server.close(done));
    server.closeAllConnections();
    await closed;
  };
  return { ...venue, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

type Controlled = Pick<LocalVenue, 'setPrice' | 'setFaults'>;

async function respond(state: State, venue: Controlled, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://local');
  const [, first = '', ...rest] = url.pathname.split('/');
  if (first === 'control') return await control(venue, rest, request, response);
  const name = NAMES.find((each) => each === first);
  if (name === undefined) return void response.writeHead(404).end(USAGE);
  const { faults, frozen, requests } = state.plays[name];
  url.pathname = `/${rest.join('/')}`;
  requests.set(url.pathname, (requests.get(url.pathname) ?? 0) + 1);
  if (faults.isDown) return void request.socket.destroy();
  if (faults.isSilent) return;
  if (faults.delayMs !== undefined) await pause(faults.delayMs);
  if (faults.hugeBytes !== undefined) return await sendHuge(response, faults.hugeBytes);
  const answer = faults.answer ?? PROTOCOLS[name](url, frozen ?? show(state, faults)) ?? { status: 404, body: '{}' };
  response.writeHead(answer.status, { 'content-type': 'application/json' });
  if (faults.isStalled) response.write(answer.body.slice(0, answer.body.length / 2));
  else response.end(answer.body);
}

/** Sends spaces until the size is reached or the reader is gone. */
async function sendHuge(response: ServerResponse, bytes: number): Promise<void> {
  const chunk = Buffer.alloc(64 * 1024, ' ');
  const chunks = Readable.from(Array.from({ length: Math.ceil(bytes / chunk.length) }, () => chunk));
  response.writeHead(200, { 'content-type': 'application/json' });
  await pipeline(chunks, response).catch(() => {}); // The reader is gone.
}

/** What each market trades in a second, and what it had traded in the 24 hours before the start. */
const VOLUME_PER_SECOND = parseDecimal<Amount>('0.01');
const VOLUME_BEFORE = parseDecimal<Amount>('1000');

/** Shows all markets as a venue with these faults would now. A live venue trades, and the sizes in its book change. */
function show(state: State, faults: VenueFaults): ShownVenue {
  const nowMs = state.now();
  const passed = ((ONE * BigInt(Math.max(0, nowMs - state.startedMs))) / 1_000n) as Rate; // In seconds.
  const traded = multiply(VOLUME_PER_SECOND, passed, 'down');
  const isListed = (symbol: string) => faults.delisted?.includes(symbol) !== true;
  const markets = [...state.scripts.keys()].filter(isListed).map(
    (symbol): ShownMarket => ({
      symbol,
      price: multiplied(priceOf(state, symbol), faults.lies?.[symbol]),
      isTrading: faults.halted?.includes(symbol) !== true,
      isMissing: faults.missing?.includes(symbol) === true,
      volume: formatPlaces(add(VOLUME_BEFORE, traded), 8, 'down'),
      fields: faults.fields?.[symbol] ?? {},
    }),
  );
  const bookSize = formatPlaces(add(ONE as Amount, traded), 8, 'down'); // One coin and more.
  return { markets, nowMs: nowMs + (faults.clockSkewMs ?? 0), bookSize };
}

function priceOf({ scripts, now }: State, symbol: string): Price {
  const script = scripts.get(symbol);
  if (script === undefined) throw new Error(`the venue has no ${symbol}`);
  return script.path(now() - script.sinceMs);
}

const multiplied = (price: Price, factor: string | undefined): Price =>
  factor === undefined ? price : (((price * parseDecimal<Rate>(factor)) / ONE) as Price); // A price times a rate.

const USAGE = `GET  /local-a/… and /local-c/…: Binance, /local-b/…: Kraken
POST /control/prices  {"BTC/USDT": "60000", "ETH/USDT": ["3000", {"atMs": 60000, "price": "2500", "isRamp": true}]}
POST /control/faults  {"isDown": true}, {} ends all faults; /control/faults/local-b for one venue
`;

/** Does for a running server what its object's methods do. */
async function control(venue: Controlled, path: readonly string[], request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // No encoding is set.
  const [what, only] = path;
  if (request.method !== 'POST' || (what !== 'prices' && what !== 'faults')) throw new Error(USAGE);
  const value: unknown = JSON.parse(Buffer.concat(chunks).toString());
  if (typeof value !== 'object' || value === null) throw new Error(USAGE);
  const names = only === undefined ? NAMES : NAMES.filter((name) => name === only);
  if (names.length === 0) throw new Error(`${only} is none of ${NAMES.join(', ')}`);
  // The test that sent it reads its own mistake.
  if (what === 'faults') venue.setFaults(value as VenueFaults, names);
  else for (const [symbol, script] of Object.entries(value)) venue.setPrice(symbol, script as PriceScript);
  response.end('{}\n');
}
