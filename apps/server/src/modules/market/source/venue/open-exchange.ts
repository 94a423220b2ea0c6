/** The part of ccxt's exchange that is used here. */
export type Exchange = {
  readonly symbols: readonly string[];
  /** The newest ticker of each symbol a stream has told. */
  readonly tickers: Readonly<Record<string, Ticker>>;
  loadMarkets(): Promise<unknown>;
  fetchTickers(symbols: string[]): Promise<Readonly<Record<string, Ticker>>>;
  watchTickers(symbols: string[]): Promise<unknown>;
  close(): Promise<unknown>;
};

/** Of a ticker only the venue's own message is kept: ccxt's numbers are floats. */
export type Ticker = { readonly info: unknown };

export type VenueName = 'binance' | 'kraken';

/** Where a venue is, when it is not where ccxt knows it: a test's server, or a proxy of ours. */
export type VenueUrls = { readonly rest?: string; readonly stream?: string };

const TIMEOUT_MS = 5_000;

/** Spot alone: the other kinds of market are two more answers of many megabytes, and nobody here asks for them. */
const OPTIONS = { fetchMarkets: { types: ['spot'] }, defaultType: 'spot' };

/** Loads ccxt only now: it is a hundred megabytes, which a process with simulated prices never needs. */
export async function openExchange(name: VenueName, urls: VenueUrls = {}): Promise<Exchange> {
  const { pro } = await import('ccxt');
  const exchange = new pro[name]({ timeout: TIMEOUT_MS, options: OPTIONS, urls: { api: apiUrls(name, urls) } });
  if (urls.stream?.startsWith('ws:')) await exchange.loadHttpProxyAgent(); // It asks for this without encryption.
  type TheirMarket = Parameters<typeof exchange.safeSymbol>[1];
  const symbolOf = (id?: string, market?: TheirMarket) => exchange.safeSymbol(id, market, undefined, 'spot');
  const parseTicker = (info: { symbol?: string }, market?: TheirMarket) => ({
    symbol: symbolOf(info.symbol, market),
    info,
  });
  const parseWsTicker = (info: { s?: string }) => ({ symbol: symbolOf(info.s), info });
  // ccxt would compute with every field, and one that cannot be read would cost us all markets of the answer.
  return Object.assign(exchange, { parseTicker, parseWsTicker });
}

function apiUrls(name: VenueName, { rest, stream }: VenueUrls) {
  const version = name === 'binance' ? '/api/v3' : '';
  return {
    ...(rest === undefined ? {} : { public: `${rest}${version}` }),
    ...(stream === undefined ? {} : { ws: { spot: `${stream}/ws` } }),
  };
}
