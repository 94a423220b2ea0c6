/** The part of ccxt's exchange that is used here. */
export type Exchange = {
  readonly symbols: readonly string[];
  /** The newest ticker of each streamed symbol. */
  readonly tickers: Readonly<Record<string, Ticker>>;
  loadMarkets(): Promise<unknown>;
  fetchTickers(symbols: string[]): Promise<Readonly<Record<string, Ticker>>>;
  watchTickers(symbols: string[]): Promise<unknown>;
  close(): Promise<unknown>;
};

/** Only the venue's raw message of a ticker is used: ccxt's numbers are floats. */
export type Ticker = { readonly info: unknown };

export type VenueName = 'binance' | 'kraken';

/** URLs that override ccxt's: a test server, or a proxy of ours. */
export type VenueUrls = { readonly rest?: string; readonly stream?: string };

const TIMEOUT_MS = 5_000;

/** Spot only: the other market types are two more responses of many megabytes, and are not used here. */
const OPTIONS = { fetchMarkets: { types: ['spot'] }, defaultType: 'spot' };

/** Loads ccxt lazily: it is a hundred megabytes, which a process with simulated prices never needs. */
export async function openExchange(name: VenueName, urls: VenueUrls = {}): Promise<Exchange> {
  const { pro } = await import('ccxt');
  const exchange = new pro[name]({ timeout: TIMEOUT_MS, options: OPTIONS, urls: { api: apiUrls(name, urls) } });
  if (urls.stream?.startsWith('ws:')) await exchange.loadHttpProxyAgent(); // Needed for unencrypted URLs.
  type TheirMarket = Parameters<typeof exchange.safeSymbol>[1];
  const symbolOf = (id?: string, market?: TheirMarket) => exchange.safeSymbol(id, market, undefined, 'spot');
  const parseTicker = (info: { symbol?: string }, market?: TheirMarket) => ({
    symbol: symbolOf(info.symbol, market),
    info,
  });
  const parseWsTicker = (info: { s?: string }) => ({ symbol: symbolOf(info.s), info });
  // ccxt would compute every field, and one unreadable field would fail all markets of the response.
  return Object.assign(exchange, { parseTicker, parseWsTicker });
}

function apiUrls(name: VenueName, { rest, stream }: VenueUrls) {
  const version = name === 'binance' ? '/api/v3' : '';
  return {
    ...(rest === undefined ? {} : { public: `${rest}${version}` }),
    ...(stream === undefined ? {} : { ws: { spot: `${stream}/ws` } }),
  };
}
