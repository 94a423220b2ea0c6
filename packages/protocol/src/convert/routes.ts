import { CONVERT_ACCOUNTS } from '@app/domain/convert';
import * as z from 'zod/mini';
import { amount, id, listOf, paging, positiveAmount, rate, text, timeMs } from '../fields.ts';
import { route } from '../route.ts';

const currency = text(10, 'Currency code.', 'USDT');
const account = z.enum(CONVERT_ACCOUNTS);

/** Fields of the specification: ids of `/currency/list`, and how much of the first coin. */
const conversion = { from_currency_id: id, to_currency_id: id, number: positiveAmount };

export const quoteConversion = route({
  method: 'POST',
  path: '/user/getTransferFee',
  access: 'user',
  description:
    'Quotes a conversion of one coin into another at the index price less the published spread, and locks that rate until `expires`. There is no other fee. `account` is `wallet` unless given; both coins are in the same one.',
  request: z.object({ ...conversion, account: z.optional(account) }),
  response: z.object({
    quote_id: id,
    account,
    from: currency,
    to: currency,
    number: amount,
    /** Exactly what the caller receives if the quote is used before it expires. */
    received: amount,
    /** For one of the first coin: at the index, and at this quote. */
    index_rate: rate,
    rate,
    spread_rate: rate,
    /** What the platform keeps, in the coin received. */
    fee: amount,
    quoted: timeMs,
    expires: timeMs,
    lock_seconds: z.int(),
  }),
  refusals: [
    'not_found',
    'below_minimum',
    'above_maximum',
    'rate_unavailable',
    'price_simulated',
    'market_closed',
    'inventory_exhausted',
  ],
  product: 'convert',
});

const balance = z.object({ account, currency, available: amount, frozen: amount });

export const convert = route({
  method: 'POST',
  path: '/user/Transfer',
  access: 'user',
  description:
    'Converts at a locked quote, once. The other fields must be those of the quote. A quote that has expired, or was used, is refused; then request another one.',
  request: z.object({ quote_id: id, ...conversion }),
  response: z.object({
    /** Also the id of its receipt: `/plus/verify`. */
    id,
    account,
    from: balance,
    to: balance,
    number: amount,
    received: amount,
    rate,
    at: timeMs,
    /** Place of these balances in the private channel `balances`. */
    seq: z.string(),
  }),
  refusals: [
    'quote_expired',
    'insufficient_balance',
    'amount_step_wrong',
    'below_minimum',
    'above_maximum',
    'inventory_exhausted',
    'market_closed',
    'cooling_off',
    'not_found',
    'account_busy',
  ],
  product: 'convert',
  effect: true,
});

export const listConversions = route({
  method: 'POST',
  path: '/user/getTransferList',
  access: 'user',
  description: 'Lists the caller’s conversions in the active account mode, newest first; of one coin, if given.',
  request: z.object({ currency: z.optional(currency), ...paging }),
  response: listOf(
    z.object({
      id,
      account,
      from: currency,
      to: currency,
      number: amount,
      received: amount,
      index_rate: rate,
      rate,
      spread_rate: rate,
      at: timeMs,
    }),
  ),
  refusals: [],
});
