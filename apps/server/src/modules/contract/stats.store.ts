import type { Mode } from '@app/domain/ledger';
import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import { IS_LIVE } from './contract.store.ts';

/** What is open in a market, of one side or of both together. */
export type OpenRow = {
  market: number;
  /** Null: both sides. */
  side: 'long' | 'short' | null;
  positions: number;
  users: number;
  lots: string;
};

/** Sums what is open; a row has its users counted once, whatever they have. */
export async function readOpen(db: Reader, mode: Mode): Promise<OpenRow[]> {
  const { rows } = await sql<OpenRow>`
    select market, case when grouping(side) = 0 then side end as side, sum(positions)::int as positions,
           count(distinct user_id)::int as users, sum(lots)::text as lots
      from (select market, side, user_id, count(*) as positions, sum(lots) as lots from contract_position
             where ${IS_LIVE} and status <> 'pending' and book = ${mode} group by market, side, user_id) by_user
     group by grouping sets ((market), (market, side))`.execute(db);
  return rows;
}

export type ForcedRow = {
  market: number;
  side: 'long' | 'short';
  count: number;
  users: number;
  /** Sum of lots times price. */
  lots_at_prices: string;
};

/** Sums the liquidations since an id. */
export async function readForced(db: Reader, mode: Mode, since: bigint): Promise<ForcedRow[]> {
  const { rows } = await sql<ForcedRow>`
    select market, side, count(*)::int as count, count(distinct user_id)::int as users,
           trunc(sum(lots * price), 18)::text as lots_at_prices
      from contract_settlement
     where book = ${mode} and cause = 'liquidation' and id >= ${since} group by market, side`.execute(db);
  return rows;
}
