import { USER_KINDS } from '@app/domain/ledger';
import * as z from 'zod/mini';
import { amount, id, ignored, listOf, paging, positiveAmount, timeMs } from '../fields.ts';
import { route } from '../route.ts';
import { balance, currency, pushSeq } from './balance-fields.ts';

/** Asset type ids of spec 3, accepted in addition to the names (decisions, "accounts"). */
const ACCOUNT_IDS = { '1': 'fiat', '2': 'exchange', '3': 'contract', '4': 'seconds' } as const;

const TRANSFERABLE = USER_KINDS.filter((kind) => kind !== 'bonus');

export const accountField = z.codec(
  z.union([z.enum(TRANSFERABLE), z.enum(['1', '2', '3', '4'])]),
  z.enum(TRANSFERABLE),
  {
    decode: (text) =>
      text in ACCOUNT_IDS ? ACCOUNT_IDS[text as keyof typeof ACCOUNT_IDS] : (text as (typeof TRANSFERABLE)[number]),
    encode: (kind) => kind,
  },
);

export const changeWallet = route({
  method: 'POST',
  path: '/wallet/change',
  access: 'user',
  description:
    'Transfers money between two of the caller’s accounts. `currency` or an id of `/currency/list` names the coin; all that are given must agree. `number` has up to 10 decimals, more only if it is the whole available balance.',
  request: z.object({
    from_field: accountField,
    to_field: accountField,
    currency: z.optional(currency),
    currency_id: z.optional(id),
    from_currency_id: z.optional(id),
    to_currency_id: z.optional(id),
    number: positiveAmount,
    type: ignored('Kind of operation.'),
  }),
  response: z.object({ id, from: balance, to: balance, seq: pushSeq }),
  refusals: ['insufficient_balance', 'same_account', 'amount_step_wrong', 'not_found', 'account_busy'],
  effect: true,
});

export const walletHistory = route({
  method: 'GET',
  path: '/wallet/hzhistory',
  access: 'user',
  description:
    'Lists transfers between the caller’s accounts, newest first; of one coin, or from and to one account, if given.',
  request: z.object({ currency: z.optional(currency), account: z.optional(accountField), ...paging }),
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
