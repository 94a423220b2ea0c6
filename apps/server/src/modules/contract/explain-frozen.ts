import { WORTH_CURRENCY } from '@app/domain/wallet';
import { sql } from 'kysely';
import type { FrozenReason } from '../ledger/index.ts';
import { IS_LIVE } from './contract.store.ts';

/**
 * Explains the frozen balances of contract accounts: the margin of positions, and what pending orders hold for margin
 * and opening fee. Uses the index of live positions.
 */
export const explainMargins: FrozenReason = {
  invariant: 'K1',
  kind: 'contract',
  freezes: ['contract.hold', 'contract.open', 'contract.margin_added'],
  held: async () => sql`
    select 'user:' || user_id as owner, ${WORTH_CURRENCY}::text as currency, book, held
      from (select user_id, book, sum(margin + held_fee) as held from contract_position
             where ${IS_LIVE} group by user_id, book) p where held > 0`,
};
