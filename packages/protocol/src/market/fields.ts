import { MARKET_STATES } from '@app/domain/market';
import type { Amount, Decimal, Price } from '@app/money';
import * as z from 'zod/mini';
import { amount, flag, positiveAmount, text, timeMs } from '../fields.ts';

/** Written like an amount above zero, and read as what it is: quote units for one base unit. */
export const price = z.codec(
  positiveAmount,
  z.custom<Price>((value) => typeof value === 'bigint'),
  { decode: (value) => value as Decimal as Price, encode: (value) => value as Decimal as Amount }, // Same digits.
);

/** What is said of a market's price, by HTTP and by socket alike. */
export const quoteFields = {
  price,
  open: price,
  high: price,
  low: price,
  /** Of the reference venues over 24 hours, in base units. */
  vol: amount,
  state: z.enum(MARKET_STATES),
  simulated: flag,
  /** When the index last said this price. */
  at: timeMs,
};

export const symbol = text(20, 'A market: base, slash, quote.', 'BTC/USDT');

/** Several, separated by commas. One that does not exist is no mistake: it is left out of the answer. */
export const symbols = (most: number) =>
  z.codec(
    z.string().check(z.maxLength(most * 21), z.regex(/^\P{Cc}*$/u)),
    z.array(z.string()).check(z.maxLength(most)),
    { decode: (text) => text.split(',').filter((it) => it !== ''), encode: (list) => list.join(',') },
  );

/** Charts ask in whole seconds (decisions, "symbol, period"); inside, times are milliseconds. */
export const sentSeconds = z.codec(
  z.union([z.int().check(z.gte(0), z.lte(99_999_999_999)), z.string().check(z.regex(/^\d{1,11}$/))]),
  z.int().check(z.gte(0)),
  { decode: (seconds) => Number(seconds) * 1000, encode: (timeMs) => Math.floor(timeMs / 1000) },
);

/** Where the asker lives; only to be shown what is offered there, because each product asks the account itself. */
export const country = z.optional(z.string().check(z.regex(/^[A-Z]{2}$/)));
