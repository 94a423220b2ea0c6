import type { Amount, Decimal, Rate } from '@app/money';
import * as z from 'zod/mini';
import { positiveAmount } from '../fields.ts';
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
