import type { Mode } from '@app/domain/ledger';
import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import { deleteRows, type PersonalTable, selectRows } from '../../platform/db/personal-data.ts';

const ORDER = sql`o.id, o.book, m.symbol as market, o.side, o.kind, o.force, o.price, o.quantity, o.budget, o.maker_rate,
  o.taker_rate, o.filled, o.cost, o.fee, o.status, o.reason, o.at, o.closed_at`;
const FILL = sql`f.id, f.book, m.symbol as market, f.price, f.quantity, f.at`;

/** What spot stores about users. Each query has the condition of the index that finds one user's rows. */
export const spotTables: readonly PersonalTable[] = [
  {
    table: 'spot_order',
    download: {
      about: 'Spot orders of both account modes.',
      rows: (userId) => sql`
      select * from (
        select ${ORDER} from spot_order o left join market m on m.id = o.market where o.user_id = ${userId} and o.status <> 'open'
        union all
        select ${ORDER} from spot_order o left join market m on m.id = o.market where o.user_id = ${userId} and o.status = 'open'
      ) own order by id`,
    },
    closing: { keep: 'orders' },
  },
  {
    table: 'spot_fill',
    download: {
      about: 'Your side of every trade.',
      rows: (userId) => sql`
      select * from (
        select ${FILL}, f.side, f.taker_order as order_id, f.taker_fee as fee, 'taker' as role
          from spot_fill f left join market m on m.id = f.market where f.taker = ${userId}
        union all
        select ${FILL}, case f.side when 'buy' then 'sell' else 'buy' end, f.maker_order, f.maker_fee, 'maker'
          from spot_fill f left join market m on m.id = f.market where f.maker = ${userId}
      ) own order by id`,
    },
    closing: { keep: 'orders' },
  },
  {
    table: 'spot_fee_level',
    download: selectRows('Your fee level and the volume it follows from.', 'spot_fee_level', ['level', 'volume', 'at']),
    closing: deleteRows('profile', 'spot_fee_level'),
  },
  {
    table: 'spot_volume_day',
    download: selectRows('Your real trading volume by day, in USDT.', 'spot_volume_day', ['day', 'volume']),
    closing: { keep: 'orders' },
  },
];

type Open = { readonly product: string; readonly book: Mode; readonly count: number };

/** Counts a user's open orders by mode: an account with any is not closed. */
export async function countOpenOrders(tx: Reader, userId: bigint): Promise<readonly Open[]> {
  const { rows } = await sql<{ book: Mode; count: number }>`
    select book, count(*)::int as count from spot_order where user_id = ${userId} and status = 'open' group by book
     order by book`.execute(tx);
  return rows.map((row) => ({ product: 'spot', ...row }));
}
