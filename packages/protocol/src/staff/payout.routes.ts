import { PAYOUT_REFUSALS, PAYOUT_STATES } from '@app/domain/payout';
import * as z from 'zod/mini';
import { amount, count, id, rate, timeMs } from '../fields.ts';
import { route } from '../route.ts';
import { done, reason } from './fields.ts';

const reading = {
  access: 'staff',
  method: 'GET',
  beyond: true,
  staffRoles: ['finance', 'risk', 'security'],
} as const;

const payout = z.object({
  id,
  user_id: id,
  level: z.int(),
  /** In USDT. */
  amount,
  fee: amount,
  rate,
  /** What the bank account gets. */
  usd: amount,
  /** The account, masked; `openPayoutCard` shows it. */
  holder: z.string(),
  bank_name: z.string(),
  account: z.string(),
  worth_usdt: amount,
  state: z.enum(PAYOUT_STATES),
  refused_because: z.nullable(z.enum(PAYOUT_REFUSALS)),
  bank_reference: z.nullable(z.string()),
  created_at: timeMs,
  /** The exact text that two people sign for its next step, but for the bank's reference. */
  payload: z.string(),
  /** The exact text that two people sign to refuse it once it is approved. */
  refusal_payload: z.string(),
  /** The change that waits for their signatures; null until somebody proposes one. */
  change_id: z.nullable(id),
});

export const listDeskPayouts = route({
  ...reading,
  path: '/staff/payouts',
  description: 'Lists withdrawals to bank accounts in one state, oldest first; names and numbers are masked.',
  request: z.object({
    after: z.optional(id),
    limit: z._default(count({ min: 1, max: 200 }, 'Rows a page, at most 200.'), 50),
    state: z._default(z.enum(PAYOUT_STATES), 'review'),
  }),
  response: z.object({ at: timeMs, list: z.array(payout), next: z.nullable(id) }),
  refusals: [],
});

export const openPayoutCard = route({
  ...reading,
  method: 'POST',
  path: '/staff/payout/open',
  staffRoles: ['finance', 'risk'],
  description:
    'Returns the bank details of a payout as its user had them when it was requested. The trail records who read them.',
  request: z.object({ id }),
  response: z.object({
    real_name: z.string(),
    bank_name: z.string(),
    bank_account: z.string(),
    bank_address: z.string(),
    branch: z.string(),
    bank_code: z.string(),
    aba: z.string(),
    swift: z.string(),
    holder_address: z.string(),
    post_code: z.string(),
    receiver_phone: z.string(),
    /** Whether their hash is the one that is signed. */
    is_as_signed: z.boolean(),
  }),
  refusals: ['not_found'],
});

export const refusePayout = route({
  ...reading,
  method: 'POST',
  path: '/staff/payout/refuse',
  description: 'Refuses a payout that is in review. Its money goes back to the wallet.',
  request: z.object({ id, reason }),
  response: done,
  refusals: ['change_outdated', 'not_allowed'],
});
