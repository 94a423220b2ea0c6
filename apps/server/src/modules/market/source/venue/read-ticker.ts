import { type Amount, type Price, readDecimal } from '@app/money';
import * as z from 'zod/mini';

/** A venue's raw reading of one market: the price is not yet on our grid. */
export type Reading = {
  readonly price: Price;
  readonly volume24h: Amount;
  /** Time of the reading, by the venue's clock; undefined for a venue that sends none. */
  readonly atMs: number | undefined;
  /** Best bid and ask of such a venue: they move while it is live, even without trades. */
  readonly book?: string;
};

/** The venue's own decimal texts, never converted to floats. */
type Texts = { readonly price: string; readonly volume24h: string; readonly atMs?: number; readonly book?: string };

const binancePolled = z.object({ lastPrice: z.string(), volume: z.string(), closeTime: z.number() });
const binanceStreamed = z.object({ c: z.string(), v: z.string(), E: z.number() });
const krakenPolled = z.object({
  c: z.tuple([z.string()], z.unknown()),
  v: z.tuple([z.string(), z.string()]),
  a: z.optional(z.array(z.string())),
  b: z.optional(z.array(z.string())),
});

/** Ticker formats by venue and access: Binance polled and streamed, Kraken polled. */
const TICKERS = {
  binancePolled: z.pipe(
    binancePolled,
    z.transform(
      ({ lastPrice, volume, closeTime }): Texts => ({ price: lastPrice, volume24h: volume, atMs: closeTime }),
    ),
  ),
  binanceStreamed: z.pipe(
    binanceStreamed,
    z.transform(({ c, v, E }): Texts => ({ price: c, volume24h: v, atMs: E })),
  ),
  krakenPolled: z.pipe(
    krakenPolled,
    z.transform(
      ({ c: [price], v: [, volume24h], a, b }): Texts => ({ price, volume24h, book: JSON.stringify([a, b]) }),
    ),
  ),
};
type TickerForm = keyof typeof TICKERS;

/** Parses a ticker. Returns undefined if it is invalid or has no price: the sender's error, never ours. */
export function readTicker(form: TickerForm, info: unknown): Reading | undefined {
  const { data } = z.safeParse(TICKERS[form], info);
  if (data === undefined) return undefined;
  const price = readDecimal<Price>(data.price);
  const volume24h = readDecimal<Amount>(data.volume24h);
  if (price === undefined || price <= 0n || volume24h === undefined || volume24h < 0n) return undefined;
  return { price, volume24h, atMs: data.atMs, ...(data.book === undefined ? {} : { book: data.book }) };
}
