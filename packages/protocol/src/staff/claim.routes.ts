import { CLAIM_NOTE_MAX, CLAIM_REFUSALS, CLAIM_STATES } from '@app/domain/deposit';
import { CHAINS } from '@app/domain/payee';
import * as z from 'zod/mini';
import { amount, count, id, sentence, timeMs } from '../fields.ts';
import { route } from '../route.ts';
import { done } from './fields.ts';

const reading = { access: 'staff', method: 'GET', beyond: true, staffRoles: ['finance', 'risk'] } as const;
const acting = { ...reading, method: 'POST' } as const;

const claim = z.object({
  id,
  user_id: id,
  level: z.int(),
  currency: z.string(),
  chain: z.enum(CHAINS),
  /** What the user typed: a hint. */
  stated: amount,
  tx_hash: z.nullable(z.string()),
  explorer: z.nullable(z.string()),
  /** Deposit address of the user on that chain; null if they have none. */
  address: z.nullable(z.string()),
  state: z.enum(CLAIM_STATES),
  refused_because: z.nullable(z.enum(CLAIM_REFUSALS)),
  note: z.nullable(z.string()),
  /** What two people approved. */
  amount: z.nullable(amount),
  created_at: timeMs,
  decided_at: z.nullable(timeMs),
  credited_at: z.nullable(timeMs),
  /** The change that waits for signatures; null until somebody proposes it. */
  change_id: z.nullable(id),
});

/** Coins that no deposit explains, as custody last compared the chain with the books. */
const coin = z.object({
  chain: z.enum(CHAINS),
  currency: z.string(),
  unexplained: amount,
  /** Fees of the chain, which these coins have paid. */
  gas: amount,
  /** What lies there less what should. */
  difference: amount,
  block: z.int(),
  compared_at: timeMs,
});

export const listClaims = route({
  ...reading,
  path: '/staff/deposit-claims',
  description: 'Lists reports of missing deposits in one state, oldest first, with the coins that nothing explains.',
  request: z.object({
    after: z.optional(id),
    limit: z._default(count({ min: 1, max: 200 }, 'Rows a page, at most 200.'), 50),
    state: z._default(z.enum(CLAIM_STATES), 'waiting'),
  }),
  response: z.object({ at: timeMs, list: z.array(claim), next: z.nullable(id), coins: z.array(coin) }),
  refusals: [],
});

export const refuseClaim = route({
  ...acting,
  path: '/staff/deposit-claim/refuse',
  description:
    'Refuses a report of a missing deposit that is not credited yet. Its user reads the reason and the note.',
  request: z.object({
    id,
    because: z.enum(CLAIM_REFUSALS),
    note: z.optional(
      sentence(CLAIM_NOTE_MAX, 'What the user reads beside the reason.', 'Ask the sender for a refund.'),
    ),
  }),
  response: done,
  refusals: ['change_outdated', 'not_allowed', 'parameter_error'],
});

export const openVoucher = route({
  ...acting,
  path: '/staff/deposit-claim/voucher',
  description:
    'Returns the picture of a report, with the number of the caller and the time in it. The view is recorded.',
  request: z.object({ id }),
  response: z.object({}),
  refusals: ['not_found'],
  download: 'image/webp',
});
