import { PAYOUT_REFUSALS, PAYOUT_STATES } from '@app/domain/payout';
import * as z from 'zod/mini';
import { amount, flag, id, listOf, paging, positiveAmount, rate, timeMs } from '../fields.ts';
import { tradePassword } from '../payee/fields.ts';
import { route } from '../route.ts';
import { stepUpFields } from '../step-up-fields.ts';

/** The saved bank account, as much of it as a list shows. */
const card = z.object({
  holder: z.string(),
  bank_name: z.string(),
  /** Last four digits. */
  account: z.string(),
  usable_at: timeMs,
});

export const payoutOptions = route({
  method: 'GET',
  path: '/plus/payout/options',
  access: 'user',
  description:
    'Returns what a withdrawal to the caller’s bank account costs now, the account, and the caller’s limit of 24 hours and any hold. Real mode only.',
  request: z.object({}),
  response: z.object({
    /** Null until one is saved. */
    card: z.nullable(card),
    /** In USDT. The fee is part of the amount. */
    fee: amount,
    minimum: amount,
    maximum: amount,
    /** US dollars that arrive for one USDT. */
    rate,
    /** What one USDT is worth; null without a live price, and then nothing can be withdrawn. */
    price_btc: z.nullable(amount),
    /** Level of identity verification: below 1 nothing can be withdrawn. */
    level: z.int(),
    /** What the caller may withdraw within 24 hours, and has, in BTC: withdrawals to addresses and to a bank together. */
    limit_btc: amount,
    used_btc: amount,
    /** Until when withdrawals wait after a change of security; null without a hold. */
    held_until: z.nullable(timeMs),
    /** Held until a person has looked at a deposit that its chain took back. */
    has_incident: flag,
    /** Whether withdrawals are stopped for everybody. */
    is_stopped: flag,
  }),
  refusals: ['real_account_only'],
  beyond: true,
});

const payout = z.object({
  id,
  /** The bank account as it was when this was requested; its holder's name and its number are masked. */
  holder: z.string(),
  bank_name: z.string(),
  account: z.string(),
  /** What leaves the wallet, in USDT. */
  amount,
  fee: amount,
  rate,
  /** What the bank account gets. */
  usd: amount,
  state: z.enum(PAYOUT_STATES),
  refused_because: z.nullable(z.enum(PAYOUT_REFUSALS)),
  /** The bank's reference, once it has paid. */
  bank_reference: z.nullable(z.string()),
  created_at: timeMs,
  /** When it entered each of its states. */
  steps: z.array(z.object({ state: z.enum(PAYOUT_STATES), at: timeMs })),
});

export const payOut = route({
  method: 'POST',
  path: '/user/onlineOut',
  access: 'user',
  description:
    'Withdraws USDT to the saved bank account whose waiting period is over, once; the bank pays US dollars. `usd` is what the user was shown: under other terms it is refused. The fee is part of the amount. People approve it first; the money is held until the bank has paid. Requires trade password and code.',
  request: z.object({
    amount: positiveAmount,
    usd: positiveAmount,
    password: z.optional(tradePassword),
    ...stepUpFields,
  }),
  response: payout,
  refusals: [
    'real_account_only',
    'identity_required',
    'under_review',
    'withdrawals_stopped',
    'withdrawals_held',
    'withdraw_unavailable',
    'bank_missing',
    'bank_waits',
    'amount_step_wrong',
    'below_minimum',
    'above_maximum',
    'quote_expired',
    'withdraw_limit',
    'rate_unavailable',
    'insufficient_balance',
  ],
  product: 'withdraw',
  effect: true,
  stepUp: { policy: 'money', codePurpose: 'withdraw' },
});

export const listPayouts = route({
  method: 'GET',
  path: '/plus/payout/list',
  access: 'user',
  description: 'Lists the caller’s withdrawals to a bank account, newest first; in one state, if given.',
  request: z.object({ state: z.optional(z.enum(PAYOUT_STATES)), ...paging }),
  response: listOf(payout),
  refusals: [],
  beyond: true,
});

export const getPayout = route({
  method: 'GET',
  path: '/plus/payout/one',
  access: 'user',
  description: 'Returns one of the caller’s withdrawals to a bank account.',
  request: z.object({ id }),
  response: payout,
  refusals: ['not_found'],
  beyond: true,
});

export const cancelPayout = route({
  method: 'POST',
  path: '/plus/payout/cancel',
  access: 'user',
  description:
    'Cancels a withdrawal to a bank account that still waits for review; its money comes back to the wallet. Again it changes nothing.',
  request: z.object({ id }),
  response: payout,
  refusals: ['not_found', 'withdrawal_decided'],
  effect: true,
  beyond: true,
});
