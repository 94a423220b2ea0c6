import { POSITION_SIDES } from '@app/domain/contract';
import { USER_KINDS } from '@app/domain/ledger';
import { BET_RESULTS, BET_SIDES } from '@app/domain/seconds';
import { SIDES } from '@app/domain/spot';
import { RECORD_GROUPS } from '@app/domain/wallet';
import * as z from 'zod/mini';
import { amount, flag, id, listOf, paging, sentTimeMs, timeMs } from '../fields.ts';
import { route } from '../route.ts';
import { balance, currency, equivalent, valuedBalance } from './balance-fields.ts';
import { accountField } from './transfers.ts';

/** One of the caller's accounts, by its name or its id of spec 3; `type` is the specification's name of the field. */
const namedAccount = { account: z.optional(accountField), type: z.optional(accountField) };
/** A coin, by its code or its id of `/currency/list`; both must agree. */
const namedCurrency = { currency: z.optional(currency), currency_id: z.optional(id) };

const sums = { available: amount, frozen: amount, equivalent };

export const walletInfo = route({
  method: 'POST',
  path: '/wallet/get_info',
  access: 'user',
  description:
    'Returns the balances of one of the caller’s accounts and their total value in USDT. `account`, or `type` with an id of 1 to 4, names it. `unvalued` lists coins without a price, which `total` excludes.',
  request: z.object(namedAccount),
  response: z.object({
    account: z.enum(USER_KINDS),
    list: z.array(valuedBalance),
    total: amount,
    unvalued: z.array(currency),
  }),
  refusals: [],
});

export const walletDetail = route({
  method: 'POST',
  path: '/wallet/detail',
  access: 'user',
  description:
    'Returns what the caller has of one coin: in all accounts together without bonus, and in each of them. `equivalent` is its value in USDT at the index price, null if there is none.',
  request: z.object(namedCurrency),
  response: z.object({ currency, currency_id: id, ...sums, list: z.array(valuedBalance) }),
  refusals: ['not_found'],
});

export const listUserCurrencies = route({
  method: 'GET',
  path: '/currency/user_currency_list',
  access: 'user',
  description:
    'Lists every coin with what the caller has of it in all accounts together without bonus, also where that is nothing.',
  request: z.object({}),
  response: z.object({ list: z.array(z.object({ id, currency, ...sums })) }),
  refusals: [],
});

export const listAccountLedger = route({
  method: 'POST',
  path: '/wallet/legal_log',
  access: 'user',
  description:
    'Lists the ledger of one coin in one of the caller’s accounts, newest first: what each transfer changed. `account`, or `type` with an id of 1 to 4, names the account.',
  request: z.object({ ...namedAccount, ...namedCurrency, ...paging }),
  response: listOf(
    z.object({
      id,
      /** Kind of transfer. */
      kind: z.string(),
      currency,
      available: amount,
      frozen: amount,
      at: timeMs,
    }),
  ),
  refusals: ['not_found', 'parameter_error'],
});

/** What a record says beyond its entries; `of` says which. */
const facts = z.discriminatedUnion('of', [
  z.object({
    of: z.literal('fill'),
    fill_id: id,
    order_id: id,
    symbol: z.string(),
    base: currency,
    quote: currency,
    /** The caller's side. */
    side: z.enum(SIDES),
    role: z.enum(['maker', 'taker']),
    /** Whether the other side was the platform's own ladder: such a trade has a receipt that anybody can check. */
    is_house: flag,
    price: amount,
    quantity: amount,
    fee: amount,
    fee_currency: currency,
  }),
  z.object({
    of: z.literal('order'),
    order_id: id,
    symbol: z.string(),
    side: z.enum(SIDES),
    /** Null for a market order. */
    price: z.nullable(amount),
  }),
  /** A transfer between own accounts, by its id in `/wallet/hzhistory`. */
  z.object({ of: z.literal('change'), change_id: id }),
  /** A conversion, by its id in `/user/getTransferList`. */
  z.object({
    of: z.literal('conversion'),
    conversion_id: id,
    from: currency,
    to: currency,
    number: amount,
    received: amount,
  }),
  /** A contract position, or how it ended: then with the settlement, by whose id its receipt is found. */
  z.object({
    of: z.literal('position'),
    position_id: id,
    settlement_id: z.nullable(id),
    symbol: z.string(),
    series: z.string(),
    side: z.enum(POSITION_SIDES),
    lots: amount,
    /** Of the opening or the end; null for an order that never opened. */
    price: z.nullable(amount),
    /** Before fees, and the fees of the end; null unless it ended. */
    result: z.nullable(amount),
    fee: z.nullable(amount),
  }),
  /** A bet, or how it ended: then with the settlement, by whose id its receipt is found. */
  z.object({
    of: z.literal('bet'),
    bet_id: id,
    settlement_id: z.nullable(id),
    symbol: z.string(),
    side: z.enum(BET_SIDES),
    seconds: z.int(),
    stake: amount,
    /** How it ended, what came back, and its prices; null as far as there are none. */
    outcome: z.nullable(z.enum([...BET_RESULTS, 'cancelled', 'void'])),
    returned: z.nullable(amount),
    entry_price: z.nullable(amount),
    exit_price: z.nullable(amount),
  }),
]);

export type RecordFacts = z.output<typeof facts>;

export const listLedger = route({
  method: 'GET',
  path: '/plus/ledger',
  access: 'user',
  description:
    'Lists what changed the caller’s accounts, newest first, one row per transfer; of one coin, one group of kinds, or from `from` to before `to`, if given. Holds and releases are listed with `holds` or `kind=hold` only. One call reads a bounded part of the ledger, so a page may be short, even empty: `next` is null only at the end, and `searched_to` says how far back the call has looked.',
  request: z.object({
    currency: z.optional(currency),
    kind: z.optional(z.enum(RECORD_GROUPS)),
    holds: z.optional(flag),
    from: z.optional(sentTimeMs),
    to: z.optional(sentTimeMs),
    limit: paging.limit,
    before: paging.before,
  }),
  response: z.object({
    list: z.array(
      z.object({
        id,
        kind: z.string(),
        group: z.enum(RECORD_GROUPS),
        at: timeMs,
        /** Changes of the caller's accounts; with `currency`, of that coin only. */
        entries: z.array(balance),
        facts: z.nullable(facts),
      }),
    ),
    next: z.nullable(id),
    searched_to: timeMs,
  }),
  refusals: [],
  beyond: true,
});
