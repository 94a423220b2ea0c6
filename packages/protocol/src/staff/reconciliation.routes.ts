import { CHAINS } from '@app/domain/payee';
import * as z from 'zod/mini';
import { amount, timeMs } from '../fields.ts';
import { route } from '../route.ts';

const balance = z.object({
  chain: z.enum(CHAINS),
  currency: z.string(),
  /** Everything below is as of this block. */
  block: z.int(),
  compared_at: timeMs,
  /** At the address that custody sends from, at the operator's others, and at users' deposit addresses. */
  hot: amount,
  cold: amount,
  deposits: amount,
  /** What users have sent less what was sent to them, as the ledger has it. */
  booked: amount,
  /** Seen on the chain and not in the ledger yet. */
  arriving: amount,
  leaving: amount,
  /** Fees of the chain that these addresses have paid. */
  gas: amount,
  /** Coins that no deposit explains. */
  unexplained: amount,
  /** What the chain has more than the books; less, if it is below zero. */
  difference: amount,
});

export const listBalances = route({
  access: 'staff',
  method: 'GET',
  beyond: true,
  staffRoles: ['finance', 'risk', 'security', 'auditor'],
  path: '/staff/reconciliation',
  description: 'Shows what lies on each chain beside what the books say, as custody compared it last.',
  request: z.object({}),
  response: z.object({ at: timeMs, list: z.array(balance) }),
  refusals: [],
});
