import { sql } from 'kysely';
import type { FrozenReason } from '../ledger/index.ts';
import { IS_OPEN } from './seconds.store.ts';

/** Explains the frozen balances of seconds accounts: the stakes of open bets. Uses the index of open bets. */
export const explainStakes: FrozenReason = {
  invariant: 'M1',
  kind: 'seconds',
  freezes: ['seconds.hold'],
  held: async () => sql`
    select 'user:' || user_id as owner, currency, book, sum(stake) as held from seconds_bet
     where ${IS_OPEN} group by user_id, book, currency`,
};
