import { MARKET_STATES } from '@app/domain/market';
import type { Amount, Decimal, Price } from '@app/money';
import * as z from 'zod/mini';
import { amount, flag, positiveAmount, text, timeMs } from '../fields.ts';

/** Price in quote units per base unit; encoded like a positive amount. */
export const price = z.codec(
  positiveAmount,
  z.custom<Price>((value) => typeof value === 'bigint'),
  { decode: (value) => value as Decimal as Price, encode: (value) => value as Decimal as Amount }, // Same digits.
);

/** Fields of a market's quote, the same over HTTP and socket. */
export const quoteFields = {
  price,
  open: price,
  high: price,
  low: price,
  /** Volume on the reference venues over 24 hours, in base units. */
  vol: amount,
  state: z.enum(MARKET_STATES),
  simulated: flag,
  /** Time of this price's index tick. */
  at: timeMs,
};

export const symbol = text(20, 'A market: base, slash, quote.', 'BTC/USDT');

/** Builds a comma-separated list of symbols. An unknown symbol is no error: it is left out of the response. */
export const symbols = (most: number) =>
  z.codec(
    z.string().check(z.maxLength(most * 21), z.regex(/^\P{Cc}*$/u)),
    z.array(z.string()).check(z.maxLength(most)),
    { decode: (text) => text.split(',').filter((it) => it !== ''), encode: (list) => list.join(',') },
  );

/** Time in whole seconds, as charts request it (decisions, "symbol, period"); internally times are milliseconds. */
export const sentSeconds = z.codec(
  z.union([z.int().check(z.gte(0), z.lte(99_999_999_999)), z.string().check(z.regex(/^\d{1,11}$/))]),
  z.int().check(z.gte(0)),
  { decode: (seconds) => Number(seconds) * 1000, encode: (timeMs) => Math.floor(timeMs / 1000) },
);

/** Country of the caller, used only to show what is offered there; each product checks the account itself. */
export const country = z.optional(z.string().check(z.regex(/^[A-Z]{2}$/)));

/** Bytes, two lowercase digits each. */
export const hex = z.string().check(z.regex(/^(?:[0-9a-f]{2})*$/));

/** All fields a block's hash covers. */
export const blockHeader = z.object({
  version: z.int(),
  number: z.int(),
  at: timeMs,
  count: z.int(),
  root: hex,
  /** Trees besides the ticks, by name; version 1 has none. */
  roots: z.array(z.object({ name: z.string(), count: z.int(), root: hex })),
  previous: hex,
  key: z.string(),
});
