import { CLAIM_REFUSALS, CLAIM_STATES, DEPOSIT_STATES } from '@app/domain/deposit';
import { CHAINS } from '@app/domain/payee';
import * as z from 'zod/mini';
import { amount, flag, id, listOf, mediaId, paging, positiveAmount, text, timeMs } from '../fields.ts';
import { route } from '../route.ts';

const currency = text(10, 'Code of the coin.', 'USDT');

/** A coin on one of its chains. */
const network = z.object({
  currency,
  chain: z.enum(CHAINS),
  /** Whether coins can be sent now; else why not: its chain is not connected here, or does not answer, or is halted. */
  is_open: flag,
  closed_because: z.nullable(z.enum(['not_connected', 'no_answer', 'halted'])),
  confirmations: z.int(),
  /** How long those usually take. */
  seconds: z.int(),
  /** The token's contract; null for the chain's own coin. */
  contract: z.nullable(z.string()),
});

export const listNetworks = route({
  method: 'GET',
  path: '/plus/deposit/networks',
  access: 'visitor',
  description: 'Lists every coin with the chains it can be deposited on, and which of them are open now.',
  request: z.object({}),
  response: z.object({ list: z.array(network) }),
  refusals: [],
  beyond: true,
});

export const depositAddress = route({
  method: 'POST',
  path: '/wallet/get_in_address',
  access: 'user',
  description:
    'Returns the caller’s own deposit address of a coin on one of its chains; the same one at every call. Real mode only.',
  request: z.object({ currency, chain: z.enum(CHAINS) }),
  response: z.extend(network, { address: z.string() }),
  refusals: ['chain_of_other_coin', 'deposit_unavailable', 'real_account_only'],
  product: 'deposit',
});

const deposit = z.object({
  id,
  currency,
  chain: z.enum(CHAINS),
  address: z.string(),
  amount,
  state: z.enum(DEPOSIT_STATES),
  confirmations: z.int(),
  confirmations_needed: z.int(),
  tx_hash: z.string(),
  /** A page about the transaction, if the operator named an explorer. */
  explorer: z.nullable(z.string()),
  seen_at: timeMs,
  credited_at: z.nullable(timeMs),
  /** Waits until then, because the caller's own daily limit is reached. */
  credit_after: z.nullable(timeMs),
});

export const listDeposits = route({
  method: 'GET',
  path: '/recharge/log',
  access: 'user',
  description: 'Lists the caller’s deposits with their confirmations, newest first; of one coin or state, if given.',
  request: z.object({ currency: z.optional(currency), state: z.optional(z.enum(DEPOSIT_STATES)), ...paging }),
  response: listOf(deposit),
  refusals: [],
});

/** A report that coins did not appear. */
const claim = z.object({
  id,
  currency,
  chain: z.enum(CHAINS),
  /** What the caller typed. */
  stated: amount,
  tx_hash: z.nullable(z.string()),
  /** A page about the transaction, if one is named and the operator named an explorer. */
  explorer: z.nullable(z.string()),
  state: z.enum(CLAIM_STATES),
  refused_because: z.nullable(z.enum(CLAIM_REFUSALS)),
  /** What staff wrote about a refusal. */
  note: z.nullable(z.string()),
  /** What was found on the chain, once it is approved. */
  amount: z.nullable(amount),
  created_at: timeMs,
  decided_at: z.nullable(timeMs),
  credited_at: z.nullable(timeMs),
});

export const claimDeposit = route({
  method: 'POST',
  path: '/wallet/charge_req',
  access: 'user',
  description:
    'Reports coins that were sent and did not appear, with a picture that proves it. People look for them on the chain; what they find is credited, whatever amount was stated. Real mode only.',
  request: z.object({
    currency,
    chain: z.enum(CHAINS),
    amount: positiveAmount,
    tx_hash: z.optional(text(80, 'Hash of the transaction, if it is known.', `0x${'5c'.repeat(32)}`)),
    voucher: mediaId,
  }),
  response: claim,
  refusals: [
    'real_account_only',
    'chain_of_other_coin',
    'deposit_unavailable',
    'parameter_error',
    'deposit_known',
    'deposit_arriving',
    'claim_limit',
    'claim_too_often',
    'not_found',
  ],
  effect: true,
});

export const listDepositClaims = route({
  method: 'GET',
  path: '/plus/deposit/claims',
  access: 'user',
  description: 'Lists the caller’s reports of missing deposits, newest first.',
  request: z.object({ ...paging }),
  response: listOf(claim),
  refusals: [],
  beyond: true,
});
