import type { Mode } from '@app/domain/ledger';
import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import type { PersonalTable } from '../../platform/db/personal-data.ts';
import { countLive } from './contract.store.ts';

/** What contracts store about users. Each query has the condition of an index that finds one user's rows. */
export const contractTables: readonly PersonalTable[] = [
  {
    table: 'contract_position',
    download: {
      about: 'Contract orders and positions of both account modes.',
      rows: (userId) => sql`
        select p.id, p.book, m.symbol as market, p.series, p.side, p.leverage, p.limit_price, p.stop_loss, p.take_profit,
               p.opened_lots, p.lots, p.margin, p.entry, p.result, p.fees, p.status, p.cause, p.at, p.opened_at, p.closed_at
          from contract_position p left join market m on m.id = p.market where p.user_id = ${userId} order by p.id`,
    },
    closing: { keep: 'orders' },
  },
  {
    table: 'contract_settlement',
    download: {
      about: 'How your contract positions were closed, whole or in part.',
      rows: (userId) => sql`
        select s.id, s.position, s.book, m.symbol as market, s.side, s.cause, s.lots, s.entry, s.price, s.margin, s.result,
               s.overnight, s.overnight_returned, s.fee, s.liquidation_fee, s.returned, s.shortfall, s.at
          from contract_settlement s left join market m on m.id = s.market where s.user_id = ${userId} order by s.id`,
    },
    closing: { keep: 'orders' },
  },
  {
    table: 'contract_charge',
    download: {
      about: 'Overnight fees of your contract positions.',
      // By the user's positions, which have an index; a charge has one by its position.
      rows: (userId) => sql`
        select c.id, c.position, c.book, m.symbol as market, c.day, c.charge, c.at
          from contract_position p join contract_charge c on c.position = p.id left join market m on m.id = c.market
         where p.user_id = ${userId} order by c.id`,
    },
    closing: { keep: 'orders' },
  },
];

type Open = { readonly product: string; readonly book: Mode; readonly count: number };

/** Counts a user's positions and pending orders by mode: an account with any is not closed. */
export async function countOpenDeals(tx: Reader, userId: bigint): Promise<readonly Open[]> {
  const live = await countLive(tx, userId);
  return live.map(({ book, count }) => ({ product: 'contract', book, count }));
}
