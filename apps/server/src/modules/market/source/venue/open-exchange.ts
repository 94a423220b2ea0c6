/** The part of ccxt's exchange that is used here. */
export type Exchange = {
  /** Markets by symbol, once they were loaded. */
  readonly markets: Readonly<Record<string, { readonly active?: boolean | undefined }>> | undefined;
  /** The newest ticker of each streamed symbol. */
  readonly tickers: Readonly<Record<string, Ticker>>;
  loadMarkets(reload?: boolean): Promise<unknown>;
  fetchTickers(symbols: string[]): Promise<Readonly<Record<string, Ticker>>>;
  watchTickers(symbols: string[]): Promise<unknown>;
  /** Returns whether the venue was not reached, or refused for a while; otherwise it did not like the request. */
  isNetworkError(error: unknown): boolean;
  close(): Promise<unknown>;
};

/** Only the venue's raw message of a ticker is used: ccxt's numbers are floats. */
export type Ticker = { readonly info: unknown };

/** Venues whose protocol is known. */
export type VenueProtocol = 'binance' | 'kraken';

/** URLs that override ccxt's: a test server, or a local venue. */
export type VenueUrls = { readonly rest?: string; readonly stream?: string };

/** From the request to the last byte of the response. */
const TIMEOUT_MS = 5_000;
/** The longest response, a list of all markets of Binance, is a few tens of megabytes. */
const BODY_BYTES_MAX = 64 * 1024 * 1024;

/** Spot only: the other market types are two more responses of many megabytes, and are not used here. */
const OPTIONS = { fetchMarkets: { types: ['spot'] }, defaultType: 'spot' };

/**
 * Loads ccxt lazily: it is a hundred megabytes, which a process with simulated prices never needs. Requests end with
 * the signal.
 */
export async function openExchange(
  protocol: VenueProtocol,
  urls: VenueUrls = {},
  signal = new AbortController().signal,
): Promise<Exchange> {
  const { pro, NetworkError } = await import('ccxt');
  const exchange = new pro[protocol]({
    timeout: TIMEOUT_MS,
    options: OPTIONS,
    urls: { api: apiUrls(protocol, urls) },
    fetchImplementation: limitedFetch(signal),
    // Its queue delays a poll behind other requests until the quotes are stale; we send one request a second.
    enableRateLimit: false,
    // Otherwise one integer too large for a float turns every number of a response into text.
    quoteJsonNumbers: false,
  });
  if (urls.stream?.startsWith('ws:')) await exchange.loadHttpProxyAgent(); // Needed for unencrypted URLs.
  type TheirMarket = Parameters<typeof exchange.safeSymbol>[1];
  const symbolOf = (id?: string, market?: TheirMarket) => exchange.safeSymbol(id, market, undefined, 'spot');
  const parseTicker = (info: { symbol?: string }, market?: TheirMarket) => ({
    symbol: symbolOf(info.symbol, market),
    info,
  });
  const parseWsTicker = (info: { s?: string }) => ({ symbol: symbolOf(info.s), info });
  const isNetworkError = (error: unknown) => error instanceof NetworkError;
  // ccxt would compute every field, and one unreadable field would fail all markets of the response.
  return Object.assign(exchange, { parseTicker, parseWsTicker, isNetworkError });
}

function apiUrls(protocol: VenueProtocol, { rest, stream }: VenueUrls) {
  const version = protocol === 'binance' ? '/api/v3' : '';
  return {
    ...(rest === undefined ? {} : { public: `${rest}${version}` }),
    ...(stream === undefined ? {} : { ws: { spot: `${stream}/ws` } }),
  };
}

type FetchOptions = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
};

/**
 * Returns a fetch for ccxt that reads the whole body before it resolves. ccxt's own stops its timer at the headers and
 * reads a body of any size for any time.
 */
const limitedFetch = (closing: AbortSignal) => async (url: string, options: FetchOptions) => {
  const { method, headers } = options;
  const signal = AbortSignal.any([options.signal, closing]);
  const response = await fetch(url, { method, headers, signal, redirect: 'error' });
  const body = await readBody(response);
  return {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
    text: async () => body,
  };
};

async function readBody({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > BODY_BYTES_MAX) throw new Error(`a response of more than ${BODY_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
