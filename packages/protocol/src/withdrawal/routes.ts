import { CHAINS } from '@app/domain/payee';
import { REVIEW_REASONS, WITHDRAWAL_REFUSALS, WITHDRAWAL_STATES } from '@app/domain/withdrawal';
import * as z from 'zod/mini';
import { amount, flag, id, listOf, paging, positiveAmount, text, timeMs } from '../fields.ts';
import { tradePassword } from '../payee/fields.ts';
import { route } from '../route.ts';
import { stepUpFields } from '../step-up-fields.ts';

const currency = text(10, 'Code of the coin.', 'USDT');

/** A coin on one of its chains, and what a withdrawal of it costs. */
const network = z.object({
  currency,
  chain: z.enum(CHAINS),
  is_open: flag,
  closed_because: z.nullable(z.enum(['not_connected', 'no_answer', 'halted', 'no_terms'])),
  /** Part of the amount; the recipient gets the rest. */
  fee: amount,
  minimum: amount,
  /** Decimal places that the chain can send. */
  places: z.int(),
  confirmations: z.int(),
  /** How long those usually take. */
  seconds: z.int(),
  /** What one coin is worth; null without a live price, and then it cannot be withdrawn. */
  price_btc: z.nullable(amount),
});

export const withdrawOptions = route({
  method: 'GET',
  path: '/plus/withdraw/options',
  access: 'user',
  description:
    'Lists every coin with the chains it can be withdrawn on and what that costs, with the caller’s limit of 24 hours and any hold. Real mode only.',
  request: z.object({}),
  response: z.object({
    list: z.array(network),
    /** Level of identity verification: below 1 nothing can be withdrawn. */
    level: z.int(),
    /** What the caller may withdraw within 24 hours, and has, in BTC. */
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

const step = z.object({ state: z.enum(WITHDRAWAL_STATES), at: timeMs });

const withdrawal = z.object({
  id,
  currency,
  chain: z.enum(CHAINS),
  address: z.string(),
  /** Name in the address book when it was asked for. */
  address_name: z.string(),
  /** What leaves the wallet. */
  amount,
  fee: amount,
  /** What the recipient gets. */
  received: amount,
  state: z.enum(WITHDRAWAL_STATES),
  /** Why people look at it first. */
  review_reasons: z.array(z.enum(REVIEW_REASONS)),
  refused_because: z.nullable(z.enum(WITHDRAWAL_REFUSALS)),
  confirmations: z.int(),
  confirmations_needed: z.int(),
  tx_hash: z.nullable(z.string()),
  /** A page about the transaction, if the operator named an explorer. */
  explorer: z.nullable(z.string()),
  created_at: timeMs,
  /** When it entered each of its states. */
  steps: z.array(step),
});

export const withdraw = route({
  method: 'POST',
  path: '/wallet/out',
  access: 'user',
  description:
    'Withdraws an amount to a saved address whose waiting period is over, once. The fee is part of the amount. The money is held until the chain has confirmed it. Requires trade password and code.',
  request: z.object({
    currency,
    chain: z.enum(CHAINS),
    address_id: id,
    amount: positiveAmount,
    password: z.optional(tradePassword),
    ...stepUpFields,
  }),
  response: withdrawal,
  refusals: [
    'real_account_only',
    'identity_required',
    'under_review',
    'withdrawals_stopped',
    'withdrawals_held',
    'withdraw_unavailable',
    'chain_of_other_coin',
    'not_found',
    'address_waits',
    'amount_step_wrong',
    'below_minimum',
    'withdraw_limit',
    'rate_unavailable',
    'insufficient_balance',
  ],
  product: 'withdraw',
  effect: true,
  stepUp: { policy: 'money', codePurpose: 'withdraw' },
});

export const listWithdrawals = route({
  method: 'GET',
  path: '/user/withdraw/list',
  access: 'user',
  description: 'Lists the caller’s withdrawals, newest first; of one coin or state, if given.',
  request: z.object({ currency: z.optional(currency), state: z.optional(z.enum(WITHDRAWAL_STATES)), ...paging }),
  response: listOf(withdrawal),
  refusals: [],
});

export const getWithdrawal = route({
  method: 'GET',
  path: '/plus/withdraw/one',
  access: 'user',
  description: 'Returns one of the caller’s withdrawals.',
  request: z.object({ id }),
  response: withdrawal,
  refusals: ['not_found'],
  beyond: true,
});

export const cancelWithdrawal = route({
  method: 'POST',
  path: '/plus/withdraw/cancel',
  access: 'user',
  description:
    'Cancels a withdrawal that still waits for review; its money comes back to the wallet. Again it changes nothing.',
  request: z.object({ id }),
  response: withdrawal,
  refusals: ['not_found', 'withdrawal_decided'],
  effect: true,
  beyond: true,
});
