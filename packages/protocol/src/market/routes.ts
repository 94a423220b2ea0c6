import { CATEGORIES, HOURS, MARKET_PRODUCTS, PERIODS } from '@app/domain/market';
import { PRODUCTS } from '@app/domain/reference';
import * as z from 'zod/mini';
import { amount, flag, id, timeMs } from '../fields.ts';
import { route } from '../route.ts';
import { country, price, quoteFields, sentSeconds, symbol, symbols } from './fields.ts';

const market = z.object({
  id,
  symbol,
  base: z.string(),
  quote: z.string(),
  name: z.string(),
  category: z.enum(CATEGORIES),
  price_tick: price,
  lot: amount,
  /** Decimal places of a price and of a quantity, from their steps. */
  precision: z.int(),
  lot_precision: z.int(),
  hours: z.enum(HOURS),
  /** Products open in the caller's country. */
  products: z.array(z.enum(MARKET_PRODUCTS)),
  /** Whether its prices are simulated, also before the first of them. */
  simulated: flag,
});

export const listMarkets = route({
  method: 'GET',
  path: '/plus/markets',
  access: 'visitor',
  description: 'Lists every market with its category, tick sizes, trading hours and products.',
  request: z.object({ country }),
  response: z.object({ list: z.array(market) }),
  refusals: [],
  beyond: true,
});

const quote = z.object({
  id,
  symbol,
  ...quoteFields,
  /** Change in percent from the price 24 hours ago. */
  change: amount,
  /** Sequence number of the tick with this price: `/plus/prices/proof` proves it. */
  tick: z.int(),
});

export const listQuotes = route({
  method: 'GET',
  path: '/currency/quotation_new',
  access: 'visitor',
  description:
    'Lists every market’s index price and 24-hour figures. `seq` is the sequence number in the channel `quotes`.',
  request: z.object({}),
  response: z.object({ list: z.array(quote), seq: z.string() }),
  refusals: [],
});

const bar = z.object({
  time: timeMs,
  open: price,
  high: price,
  low: price,
  close: price,
  vol: amount,
  simulated: flag,
});

export const listCandles = route({
  method: 'GET',
  path: '/currency/new_timeshar',
  access: 'visitor',
  description:
    'Lists one market’s bars, oldest first, from the bar that contains `from` to the one that contains `to`, at most the newest 1,500.',
  request: z.object({ symbol, period: z.enum(PERIODS), from: sentSeconds, to: sentSeconds }),
  response: z.object({ symbol, period: z.enum(PERIODS), list: z.array(bar) }),
  refusals: ['not_found', 'engine_unavailable'],
});

export const menu = route({
  method: 'GET',
  path: '/menu',
  access: 'visitor',
  description: 'Lists which products are open, in one country if given.',
  request: z.object({ country }),
  response: z.object({ list: z.array(z.object({ product: z.enum(['spot', ...PRODUCTS]), open: flag })) }),
  refusals: [],
});

const coinCode = z.string().check(z.regex(/^[A-Z0-9]{2,10}$/));

export const coinRates = route({
  method: 'GET',
  path: '/wallet/getRateCurrency',
  access: 'visitor',
  description: 'Returns each coin’s index price in USDT; USDT is 1.',
  request: z.object({}),
  response: z.record(coinCode, price),
  refusals: [],
});

/** Maximum sparklines per request. */
export const SPARKS_MAX = 20;

export const listSparks = route({
  method: 'GET',
  path: '/plus/prices/sparks',
  access: 'visitor',
  description:
    'Returns the last 24 hours of up to 20 markets in 48 steps, oldest first, relative to their first price.',
  request: z.object({ symbols: symbols(SPARKS_MAX) }),
  response: z.object({ list: z.array(z.object({ symbol, open: price, values: z.array(price) })) }),
  refusals: [],
  beyond: true,
});
