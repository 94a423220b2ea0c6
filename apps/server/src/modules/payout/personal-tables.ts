import { sql } from 'kysely';
import type { PersonalTable } from '../../platform/db/personal-data.ts';

/** What payouts store about users. */
export const payoutTables: readonly PersonalTable[] = [
  {
    table: 'payout',
    download: {
      about: 'Withdrawals to a bank account. The bank details are stored sealed with each.',
      rows: (userId) => sql`
        select id, amount, fee, rate, usd, holder, bank_name, account, state, refused_because, bank_reference, created_at
          from payout where user_id = ${userId} order by id`,
    },
    closing: { keep: 'ledger' },
  },
];
