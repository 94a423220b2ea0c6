import { sql } from 'kysely';
import type { FrozenReason } from '../ledger/index.ts';

/** Explains the frozen balances of wallets: the amounts of payouts that have not ended. */
export const explainPayouts: FrozenReason = {
  invariant: 'W9',
  kind: 'wallet',
  freezes: ['payout.hold'],
  held: async () => sql`
    select 'user:' || user_id as owner, 'USDT' as currency, 'real' as book, sum(amount) as held from payout
     where state not in ('paid', 'returned') group by user_id`,
};
