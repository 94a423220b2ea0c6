import { sql } from 'kysely';
import type { PersonalTable } from '../../platform/db/personal-data.ts';

/** What claims store about users. */
export const claimTables: readonly PersonalTable[] = [
  {
    table: 'deposit_claim',
    download: {
      about: 'Reports of deposits that did not appear.',
      rows: (userId) => sql`
        select id, currency, chain, stated, tx_hash, voucher, state, amount, refused_because, note, created_at, decided_at, credited_at
          from deposit_claim where user_id = ${userId} order by id`,
    },
    closing: { keep: 'ledger' },
  },
];
