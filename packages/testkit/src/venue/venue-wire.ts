import { formatPlaces, type Price } from '@app/money';

/** A market as a venue shows it at one moment. */
export type ShownMarket = {
  readonly symbol: string;
  readonly price: Price;
  readonly isTrading: boolean;
  /** Volume of 24 hours. */
  readonly volume: string;
  /** Raw fields of its ticker that replace the true ones. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Whether it is left out of responses that should have its ticker. */
  readonly isMissing: boolean;
};

/** State of a venue from which a response is made. */
export type ShownVenue = {
  readonly markets: readonly ShownMarket[];
  readonly nowMs: number;
  /** Changes with every response of a live venue, whose order book never stands still. */
  readonly bookSize: string;
};

type WireAnswer = { readonly status: number; readonly body: string };

/** Answers one request as a venue does, or returns undefined for a path it does not have. */
export type Protocol = (url: URL, venue: ShownVenue) => WireAnswer | undefined;

const PLACES = 8;
const DAY_MS = 24 * 60 * 60_000;
const json = (value: unknown, status = 200): WireAnswer => ({ status, body: JSON.stringify(value) });
const split = (symbol: string) => symbol.split('/') as [string, string]; // Symbols are BASE/QUOTE.

/** Binance's public spot endpoints, as far as ccxt calls them for us. */
export const binance: Protocol = ({ pathname, searchParams }, venue) => {
  if (pathname === '/api/v3/exchangeInfo') return json(binanceListing(venue));
  if (pathname !== '/api/v3/ticker/24hr') return undefined;
  const wanted = JSON.parse(searchParams.get('symbols') ?? '[]') as string[]; // As ccxt writes it.
  const byId = new Map(venue.markets.map((market) => [binanceId(market.symbol), market]));
  // Like Binance: one unknown symbol refuses the whole request.
  if (wanted.some((id) => !byId.has(id))) return json({ code: -1121, msg: 'Invalid symbol.' }, 400);
  const shown = wanted.flatMap((id) => byId.get(id) ?? []).filter(({ isMissing }) => !isMissing);
  return json(shown.map((market) => binanceTicker(market, venue)));
};

const binanceId = (symbol: string) => split(symbol).join('');

const binanceListing = ({ markets, nowMs }: ShownVenue) => ({
  timezone: 'UTC',
  serverTime: nowMs,
  rateLimits: [],
  exchangeFilters: [],
  symbols: markets.map(({ symbol, isTrading }) => ({
    symbol: binanceId(symbol),
    status: isTrading ? 'TRADING' : 'BREAK',
    baseAsset: split(symbol)[0],
    baseAssetPrecision: 8,
    quoteAsset: split(symbol)[1],
    quotePrecision: 8,
    quoteAssetPrecision: 8,
    orderTypes: ['LIMIT', 'MARKET'],
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    filters: [
      { filterType: 'PRICE_FILTER', minPrice: '0.00000001', maxPrice: '1000000.00000000', tickSize: '0.00000001' },
      { filterType: 'LOT_SIZE', minQty: '0.00000001', maxQty: '9000000.00000000', stepSize: '0.00000001' },
    ],
    permissions: ['SPOT'],
    permissionSets: [['SPOT']],
  })),
});

function binanceTicker({ symbol, price, volume, fields }: ShownMarket, { nowMs, bookSize }: ShownVenue) {
  const text = formatPlaces(price, PLACES, 'down');
  return {
    symbol: binanceId(symbol),
    lastPrice: text,
    lastQty: '0.00200000',
    bidPrice: text,
    bidQty: bookSize,
    askPrice: text,
    askQty: bookSize,
    openPrice: text,
    highPrice: text,
    lowPrice: text,
    volume,
    openTime: nowMs - DAY_MS,
    closeTime: nowMs,
    ...fields,
  };
}

/** Kraken's names of coins that the rest of the world names otherwise. */
const KRAKEN_NAMES: Readonly<Record<string, string>> = { BTC: 'XBT', DOGE: 'XDG' };
const krakenName = (coin: string) => KRAKEN_NAMES[coin] ?? coin;
const krakenId = (symbol: string) => split(symbol).map(krakenName).join('');

/** Kraken's public endpoints, as far as ccxt calls them for us. It sends no time, and HTTP 200 with every error. */
export const kraken: Protocol = ({ pathname, searchParams }, venue) => {
  if (pathname === '/0/public/Assets') return json({ error: [], result: krakenAssets(venue) });
  if (pathname === '/0/public/AssetPairs') return json({ error: [], result: krakenPairs(venue) });
  if (pathname !== '/0/public/Ticker') return undefined;
  const wanted = (searchParams.get('pair') ?? '').split(',');
  const byId = new Map(venue.markets.map((market) => [krakenId(market.symbol), market]));
  if (wanted.some((id) => !byId.has(id))) return json({ error: ['EQuery:Unknown asset pair'] });
  const shown = wanted.flatMap((id) => byId.get(id) ?? []).filter(({ isMissing }) => !isMissing);
  const tickers = shown.map((market) => [krakenId(market.symbol), krakenTicker(market, venue)]);
  return json({ error: [], result: Object.fromEntries(tickers) });
};

function krakenAssets({ markets }: ShownVenue) {
  const coins = new Set(markets.flatMap(({ symbol }) => split(symbol)));
  return Object.fromEntries(
    [...coins]
      .map(krakenName)
      .map((name) => [name, { aclass: 'currency', altname: name, decimals: 10, status: 'enabled' }]),
  );
}

const krakenPairs = ({ markets }: ShownVenue) =>
  Object.fromEntries(
    markets.map(({ symbol, isTrading }) => {
      const [base, quote] = split(symbol).map(krakenName);
      const id = krakenId(symbol);
      const decimals = { cost_decimals: 6, pair_decimals: 8, lot_decimals: 8, lot_multiplier: 1 };
      const names = { altname: id, wsname: `${base}/${quote}`, base, quote };
      return [
        id,
        { ...names, ...decimals, leverage_buy: [], fees: [[0, 0.4]], status: isTrading ? 'online' : 'cancel_only' },
      ];
    }),
  );

function krakenTicker({ price, volume, fields }: ShownMarket, { bookSize }: ShownVenue) {
  const text = formatPlaces(price, PLACES, 'down');
  return {
    a: [text, '1', bookSize],
    b: [text, '1', bookSize],
    c: [text, '0.04408910'],
    v: [volume, volume],
    o: text,
    ...fields,
  };
}
