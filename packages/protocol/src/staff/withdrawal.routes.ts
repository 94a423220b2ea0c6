import { CHAINS } from '@app/domain/payee';
import { REVIEW_REASONS, WAIT_REASONS, WITHDRAWAL_STATES } from '@app/domain/withdrawal';
import * as z from 'zod/mini';
import { amount, count, id, timeMs } from '../fields.ts';
import { route } from '../route.ts';
import { done, reason } from './fields.ts';

const reading = {
  access: 'staff',
  method: 'GET',
  beyond: true,
  staffRoles: ['finance', 'risk', 'security'],
} as const;

const withdrawal = z.object({
  id,
  user_id: id,
  level: z.int(),
  currency: z.string(),
  chain: z.enum(CHAINS),
  address: z.string(),
  amount,
  fee: amount,
  worth_usdt: amount,
  state: z.enum(WITHDRAWAL_STATES),
  review_reasons: z.array(z.enum(REVIEW_REASONS)),
  created_at: timeMs,
  /** The exact text that two people sign to approve it. */
  payload: z.string(),
  /** The change that waits for their signatures; null until somebody proposes it. */
  change_id: z.nullable(id),
  /** Number of the sender, and the transaction a block contains. */
  nonce: z.nullable(z.int()),
  tx_hash: z.nullable(z.string()),
  approved_at: z.nullable(timeMs),
  /** Signed transactions, all of the same number, and when nodes were last given one. */
  attempts: z.int(),
  sent_at: z.nullable(timeMs),
  /** Why custody does not send it now. */
  wait: z.nullable(z.enum(WAIT_REASONS)),
});

const wallet = z.object({
  chain: z.enum(CHAINS),
  /** What custody sends from. */
  address: z.string(),
  /** Why nothing is sent until an operator has looked. */
  halted: z.nullable(z.string()),
  /** Why nothing is swept to it. */
  sweep_halted: z.nullable(z.string()),
  /** Withdrawals in no block ten minutes after their approval. */
  stuck: z.int(),
});

export const listDeskWithdrawals = route({
  ...reading,
  path: '/staff/withdrawals',
  description: 'Lists withdrawals in one state, oldest first, with the addresses that custody sends from.',
  request: z.object({
    after: z.optional(id),
    limit: z._default(count({ min: 1, max: 200 }, 'Rows a page, at most 200.'), 50),
    state: z._default(z.enum(WITHDRAWAL_STATES), 'review'),
  }),
  response: z.object({ at: timeMs, list: z.array(withdrawal), next: z.nullable(id), wallets: z.array(wallet) }),
  refusals: [],
});

export const refuseWithdrawal = route({
  ...reading,
  method: 'POST',
  path: '/staff/withdrawal/refuse',
  description: 'Refuses a withdrawal that nothing was signed for. Its money goes back to the wallet.',
  request: z.object({ id, reason }),
  response: done,
  refusals: ['change_outdated', 'not_allowed'],
});
