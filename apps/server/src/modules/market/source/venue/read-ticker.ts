import { type Amount, type Price, readDecimal } from '@app/money';
import * as z from 'zod/mini';

/** What a venue says of one market, as it says it: the price is not yet on our grid. */
export type Reading = {
  readonly price: Price;
  readonly volume24h: Amount;
  /** When it was said, by the venue's clock; nothing for a venue that does not tell. */
  readonly atMs: number | undefined;
  /** The best offers as such a venue tells them: they move while it lives, also while nothing is traded. */
  readonly book?: string;
};

/** The venue's own texts, never a float made of them. */
type Texts = { readonly price: string; readonly volume24h: string; readonly atMs?: number; readonly book?: string };

const binancePolled = z.object({ lastPrice: z.string(), volume: z.string(), closeTime: z.number() });
const binanceStreamed = z.object({ c: z.string(), v: z.string(), E: z.number() });
const krakenPolled = z.object({
  c: z.tuple([z.string()], z.unknown()),
  v: z.tuple([z.string(), z.string()]),
  a: z.optional(z.array(z.string())),
  b: z.optional(z.array(z.string())),
});

/** How each venue writes a ticker, by the way it is asked: Binance polled and streamed, Kraken polled. */
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

/** Undefined for what is no ticker, or none of a thing that has a price: the sender's mistake, never ours. */
export function readTicker(form: TickerForm, info: unknown): Reading | undefined {
  const { data } = z.safeParse(TICKERS[form], info);
  if (data === undefined) return undefined;
  const price = readDecimal<Price>(data.price);
  const volume24h = readDecimal<Amount>(data.volume24h);
  if (price === undefined || price <= 0n || volume24h === undefined || volume24h < 0n) return undefined;
  return { price, volume24h, atMs: data.atMs, ...(data.book === undefined ? {} : { book: data.book }) };
}
