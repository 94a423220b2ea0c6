import { sql } from 'kysely';
import type { FrozenReason } from '../ledger/index.ts';

/** Explains the frozen balances of wallets: the amounts of withdrawals that have not ended. */
export const explainWithdrawals: FrozenReason = {
  invariant: 'W2',
  kind: 'wallet',
  freezes: ['withdrawal.hold'],
  held: async () => sql`
    select 'user:' || user_id as owner, currency, 'real' as book, sum(amount) as held from withdrawal
     where state not in ('confirmed', 'returned') group by user_id, currency`,
};
