import { USER_KINDS } from '@app/domain/ledger';
import * as z from 'zod/mini';
import { amount, flag, id, listOf, paging, positiveAmount, sentTimeMs, text, timeMs } from '../fields.ts';
import { route } from '../route.ts';

/** Asset type ids of spec 3, accepted in addition to the names (decisions, "accounts"). */
const ACCOUNT_IDS = { '1': 'fiat', '2': 'exchange', '3': 'contract', '4': 'seconds' } as const;

const TRANSFERABLE = USER_KINDS.filter((kind) => kind !== 'bonus');

const accountField = z.codec(z.union([z.enum(TRANSFERABLE), z.enum(['1', '2', '3', '4'])]), z.enum(TRANSFERABLE), {
  decode: (text) =>
    text in ACCOUNT_IDS ? ACCOUNT_IDS[text as keyof typeof ACCOUNT_IDS] : (text as (typeof TRANSFERABLE)[number]),
  encode: (kind) => kind,
});

const currency = text(10, 'Currency code.', 'USDT');

/** Sequence of these balances in the private channel: a push with another `prev` means one was missed. */
const pushSeq = z.string();

const balance = z.object({ account: z.enum(USER_KINDS), currency, available: amount, frozen: amount });

export const listWallets = route({
  method: 'POST',
  path: '/wallet/list',
  access: 'user',
  description: 'Lists every balance of the active account mode (real or demo).',
  request: z.object({}),
  response: z.object({ list: z.array(balance), seq: pushSeq }),
  refusals: [],
});

export const changeWallet = route({
  method: 'POST',
  path: '/wallet/change',
  access: 'user',
  description: 'Transfers money between two of the caller’s accounts.',
  request: z.object({ from_field: accountField, to_field: accountField, currency, number: positiveAmount }),
  response: z.object({ id, from: balance, to: balance, seq: pushSeq }),
  refusals: ['insufficient_balance', 'same_account', 'not_found', 'account_busy'],
  effect: true,
});

export const walletHistory = route({
  method: 'GET',
  path: '/wallet/hzhistory',
  access: 'user',
  description: 'Lists transfers between the caller’s accounts, newest first.',
  request: z.object({ ...paging }),
  response: listOf(
    z.object({
      id,
      from_field: z.enum(USER_KINDS),
      to_field: z.enum(USER_KINDS),
      currency,
      number: amount,
      at: timeMs,
    }),
  ),
  refusals: [],
});

export const equityDay = route({
  method: 'GET',
  path: '/plus/equity/day',
  access: 'user',
  description:
    'Returns the caller’s equity in USDT at index prices since a time within the last 26 hours, usually the caller’s midnight. Bonus money is excluded.',
  request: z.object({ since: sentTimeMs }),
  response: z.object({
    /** Effective start: on a quarter of an hour, and not before the account's first. */
    since: timeMs,
    step_ms: z.int(),
    /** Equity at `since` and at the end of every completed step, oldest first; and the net inflow by then. */
    points: z.array(z.object({ worth: amount, came: amount })),
    now: amount,
    /** Net inflow from outside since then, each valued at its time: no gain and no loss. */
    came: amount,
    /** Coins held without a price; the totals exclude them. */
    unvalued: z.array(currency),
    /** Whether a simulated price was used. */
    simulated: flag,
  }),
  refusals: [],
  beyond: true,
});
