import type { Mode } from '@app/domain/ledger';
import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import type { PersonalTable } from '../../platform/db/personal-data.ts';
import { countOpen } from './seconds.store.ts';

/** What seconds options store about users. Each query has the condition of an index that finds one user's rows. */
export const secondsTables: readonly PersonalTable[] = [
  {
    table: 'seconds_bet',
    download: {
      about: 'Seconds options of both account modes.',
      rows: (userId) => sql`
        select b.id, b.book, m.symbol as market, b.side, b.seconds, b.stake, b.currency, b.payout_rate, b.status, b.at,
               to_timestamp(b.cancel_ms / 1000.0) as cancelled_at, b.entry_price,
               to_timestamp(b.entry_ms / 1000.0) as entered_at
          from seconds_bet b left join market m on m.id = b.market where b.user_id = ${userId} order by b.id`,
    },
    closing: { keep: 'orders' },
  },
  {
    table: 'seconds_settlement',
    download: {
      about: 'How your seconds options ended.',
      rows: (userId) => sql`
        select s.id, s.bet, s.book, m.symbol as market, s.side, s.seconds, s.stake, s.currency, s.outcome, s.returned,
               s.entry_price, s.exit_price, to_timestamp(s.exit_ms / 1000.0) as exited_at, s.at
          from seconds_settlement s left join market m on m.id = s.market where s.user_id = ${userId} order by s.bet`,
    },
    closing: { keep: 'orders' },
  },
];

type Open = { readonly product: string; readonly book: Mode; readonly count: number };

/** Counts a user's open bets by mode: an account with any is not closed. */
export async function countOpenBets(tx: Reader, userId: bigint): Promise<readonly Open[]> {
  const open = await countOpen(tx, userId);
  return open.map(({ book, count }) => ({ product: 'seconds', book, count }));
}
