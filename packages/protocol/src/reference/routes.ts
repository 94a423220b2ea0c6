import type { Amount, Decimal, Rate } from '@app/money';
import * as z from 'zod/mini';
import { flag, id, positiveAmount } from '../fields.ts';
import { route } from '../route.ts';

/** Rate as a factor; encoded like a positive amount. */
const rate = z.codec(
  positiveAmount,
  z.custom<Rate>((value) => typeof value === 'bigint'),
  { decode: (value) => value as Decimal as Rate, encode: (value) => value as Decimal as Amount }, // Same digits.
);

const fiatCode = z.string().check(z.regex(/^[A-Z]{3}$/));

export const exchangeRate = route({
  method: 'GET',
  path: '/exchange_rate',
  access: 'visitor',
  description: 'Returns the units of each fiat currency per US dollar; USD is 1.',
  request: z.object({}),
  response: z.record(fiatCode, rate),
  refusals: [],
});

/** A coin on one of its chains (spec 3): a coin with two chains has two rows with one id. */
const coin = z.object({
  /** The number by which `currency_id` and `legal_id` name the coin. */
  id,
  /** Currency code. */
  name: z.string(),
  /** Chain; empty for a coin without one here, which can be traded but neither deposited nor withdrawn. */
  subName: z.string(),
  type: z.literal('crypto'),
  /** 1: listed. Coins are never unlisted, because balances name them. */
  status: flag,
  /** URL of a picture; empty: the app has its own. */
  image: z.string(),
});

export const listCoins = route({
  method: 'GET',
  path: '/currency/list',
  access: 'visitor',
  description: 'Lists every coin with its id, once for each of its chains. `/plus/markets` lists what can be traded.',
  request: z.object({}),
  response: z.object({ list: z.array(coin) }),
  refusals: [],
});

const keyword = z.enum(['kefu', 'risk_text', 'languages', 'app_version', 'maintenance', 'withdraw_notice']);

/** A language as the specification names it: native, English, traditional Chinese. */
const language = z.object({ option_name: z.string(), en_name: z.string(), tw_name: z.string() });

export const getSetting = route({
  method: 'GET',
  path: '/getSetting',
  access: 'visitor',
  description: 'Returns one value of the app frame in the caller’s language. The list is filled for languages only.',
  request: z.object({ keyword }),
  response: z.object({ keyword, value: z.string(), list: z.array(language) }),
  refusals: [],
});

const countryCode = z.string().check(z.regex(/^[A-Z]{2}$/));

export const countries = route({
  method: 'GET',
  path: '/plus/countries',
  access: 'visitor',
  description: 'Lists the countries whose residents cannot open an account.',
  request: z.object({}),
  response: z.object({ closed: z.array(countryCode) }),
  refusals: [],
  beyond: true,
});
