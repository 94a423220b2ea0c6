import { sql } from 'kysely';
import type { PersonalTable } from '../../platform/db/personal-data.ts';

/** What withdrawals store about users. */
export const withdrawalTables: readonly PersonalTable[] = [
  {
    table: 'withdrawal',
    download: {
      about: 'Withdrawals to addresses on chains.',
      rows: (userId) => sql`
        select w.id, w.currency, w.chain, w.address, w.address_name, w.amount, w.fee, w.state, w.refused_because, w.created_at, p.tx_hash
          from withdrawal w left join chain_payment p on p.withdrawal = w.id where w.user_id = ${userId} order by w.id`,
    },
    closing: { keep: 'ledger' },
  },
];
