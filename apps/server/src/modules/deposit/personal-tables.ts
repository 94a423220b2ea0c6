import { sql } from 'kysely';
import type { PersonalTable } from '../../platform/db/personal-data.ts';

/** What deposits store about users. Each query has the condition of an index that finds one user's rows. */
export const depositTables: readonly PersonalTable[] = [
  {
    table: 'deposit',
    download: {
      about: 'Deposits from chains.',
      rows: (userId) => sql`
        select id, currency, chain, address, tx_hash, ordinal, amount, state, block, seen_at, credit_after, credited_at, shortfall
          from deposit where user_id = ${userId} order by id`,
    },
    closing: { keep: 'ledger' },
  },
  {
    table: 'deposit_address',
    download: {
      about: 'Your deposit addresses.',
      rows: (userId) => sql`
        select chain, address, assigned_at from deposit_address
         where user_id = ${userId} and chain in ('BTC', 'ERC20', 'TRC20') order by chain`,
    },
    closing: { keep: 'ledger' },
  },
  {
    table: 'deposit_incident',
    download: { not: 'Notes for staff about deposits that the chain took back; the deposits say it themselves.' },
    closing: { keep: 'ledger' },
  },
];
