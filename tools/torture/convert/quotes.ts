import { setTimeout as pause } from 'node:timers/promises';
import type { Stack } from '../../stack/stack.ts';
import { type Answer, newKey, sendUntilKnown } from '../journey-client.ts';

export type Caller = { readonly stack: Stack; readonly token: string };
export type Quote = { readonly quote_id: string };

/** What a conversion takes: an amount of USDT of one account, for BTC. */
export type Taken = { readonly account: 'wallet' | 'exchange'; readonly number: string };

export const USDT = '3';
export const BTC = '1';
const PRICED_MS_MAX = 30_000;

/** Sends a form with a key of its own, and returns its outcome once it is known. */
export const send = ({ stack, token }: Caller, path: string, fields: Record<string, string>): Promise<Answer> =>
  sendUntilKnown(`${stack.edgeUrl}/api${path}`, fields, { authorization: token, 'idempotency-key': newKey() });

const conversion = (number: string) => ({ from_currency_id: USDT, to_currency_id: BTC, number });

/** Asks for a rate. Prices arrive some seconds after the start. */
export async function quote(caller: Caller, { account, number }: Taken): Promise<Quote> {
  for (const endMs = performance.now() + PRICED_MS_MAX; ; await pause(200)) {
    const { kind, code, data } = await send(caller, '/user/getTransferFee', { ...conversion(number), account });
    if (kind === 'ok') return data as Quote;
    if (code !== 'rate_unavailable' || performance.now() > endMs) throw new Error(`no quote: ${code}`);
  }
}

/** Asks for many, ten at once. */
export async function quoteMany(caller: Caller, taken: Taken, count: number): Promise<readonly Quote[]> {
  const quotes: Quote[] = [];
  while (quotes.length < count) {
    const next = Math.min(10, count - quotes.length);
    quotes.push(...(await Promise.all(Array.from({ length: next }, () => quote(caller, taken)))));
  }
  return quotes;
}

/** Converts at a quoted rate. */
export const use = (caller: Caller, { quote_id }: Quote, number: string): Promise<Answer> =>
  send(caller, '/user/Transfer', { quote_id, ...conversion(number) });
