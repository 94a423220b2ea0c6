import { PRODUCTS_WITH_RESULTS } from '@app/domain/ledger';
import * as z from 'zod/mini';
import { amount, flag, text, timeMs } from '../fields.ts';
import { route } from '../route.ts';

const currency = text(10, 'Currency code.', 'BTC');
const month = z.string().check(z.regex(/^2\d{3}-(0[1-9]|1[0-2])$/));
const year = z.string().check(z.regex(/^2\d{3}$/));
const day = z.string().check(z.regex(/^2\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/));
z.globalRegistry.add(day, { description: 'A day in UTC.', example: '2026-10-31' });
z.globalRegistry.add(month, { description: 'A month in UTC.', example: '2026-10' });
z.globalRegistry.add(year, { description: 'A year in UTC.', example: '2026' });

const product = z.enum(PRODUCTS_WITH_RESULTS);

/** What a period did to the caller's money. All values in USDT; `closing = opening + flows + results + held - fees`. */
const figures = {
  opening: amount,
  closing: amount,
  /** Money from and to outside by kind of transfer, each valued at its time: positive came in. */
  flows: z.array(z.object({ kind: z.string(), value: amount })),
  /** Realised results of trades before their fees, first in first out. */
  results: z.array(z.object({ product, value: amount })),
  fees: z.array(z.object({ product, value: amount })),
  /** Price moves of the coins held. */
  held: amount,
  /** The result of the period after fees: `closing - opening - flows`. */
  total: amount,
};

const period = z.object({
  /** The day (`2026-10-31`) or the month (`2026-10`), in UTC. */
  name: z.string(),
  ...figures,
});

export const listHoldings = route({
  method: 'GET',
  path: '/plus/holdings',
  access: 'user',
  description:
    'Lists the caller’s coins over all accounts without bonus, with what they cost in USDT: first in first out, fees included. `cost` is null for a coin that had no price when it came in.',
  request: z.object({}),
  response: z.object({
    list: z.array(z.object({ currency, quantity: amount, cost: z.nullable(amount) })),
  }),
  refusals: [],
  beyond: true,
});

export const readStatement = route({
  method: 'GET',
  path: '/plus/statement',
  access: 'user',
  description:
    'Returns the statement of one month in UTC, valued in USDT at index prices. The current month ends now. Bonus money is excluded.',
  request: z.object({ month }),
  response: z.object({
    month,
    from: timeMs,
    to: timeMs,
    /** Whether the month has ended, so that its figures no longer change. */
    ended: flag,
    /** The first month with any activity; null without activity. */
    first_month: z.nullable(month),
    ...figures,
    /** Coins held at the end. `price` and `value` are null for a coin without a price; the totals exclude it. */
    coins: z.array(z.object({ currency, quantity: amount, price: z.nullable(amount), value: z.nullable(amount) })),
    /** Ledger transfers of the month that changed the caller's holdings. */
    transfers: z.int(),
    /** Whether a simulated price was used. */
    simulated: flag,
  }),
  refusals: [],
  beyond: true,
});

export const listDayResults = route({
  method: 'GET',
  path: '/plus/results/days',
  access: 'user',
  description:
    'Returns the caller’s result of each day of a month in UTC, oldest first, up to today; none before the first activity.',
  request: z.object({ month }),
  response: z.object({ first_month: z.nullable(month), list: z.array(period), simulated: flag }),
  refusals: [],
  beyond: true,
});

export const listMonthResults = route({
  method: 'GET',
  path: '/plus/results/months',
  access: 'user',
  description: 'Returns the caller’s result of each month of a year in UTC, oldest first, up to this month.',
  request: z.object({ year }),
  response: z.object({ first_month: z.nullable(month), list: z.array(period), simulated: flag }),
  refusals: [],
  beyond: true,
});

export const readRange = route({
  method: 'GET',
  path: '/plus/results/range',
  access: 'user',
  description:
    'Returns the figures of the days from `from` to `to`, both included, at most 400 days, in UTC; of one coin, if given. Days to come count as today.',
  request: z.object({ from: day, to: day, currency: z.optional(currency) }),
  response: z.object({
    from: day,
    to: day,
    ...figures,
    /** Null for one coin: what was bought and sold is neither a flow nor a result of it. */
    opening: z.nullable(amount),
    closing: z.nullable(amount),
    held: z.nullable(amount),
    total: z.nullable(amount),
    transfers: z.int(),
    simulated: flag,
  }),
  refusals: [],
  beyond: true,
});
