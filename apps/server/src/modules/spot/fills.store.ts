import type { Side } from '@app/domain/spot';
import { sql } from 'kysely';
import type { Recipient } from '../../platform/bus/push.ts';
import type { Reader } from '../../platform/db/database.ts';
import { firstIdAfter, firstIdSince, timeOf } from './id-range.ts';
import { matching } from './spot-reads.store.ts';

/** The part of an order that its fills need. */
export type TradedOrder = { id: bigint; market: number; side: Side; closed_at: Date | null };

export type FillFilter = {
  readonly market?: number | undefined;
  readonly side?: Side | undefined;
  /** Only fills older than this one. */
  readonly before?: bigint | undefined;
};

const COLUMNS = sql`id, market, side, closed_at`;
/**
 * Search window: a user who places and cancels all day has millions of orders that never traded, and no query may scan
 * all of them.
 */
const SEARCHED_MS = 92 * 86_400_000;
const LARGEST_ID = 2n ** 63n - 1n;

/** Finds one order, whatever it traded; undefined if it belongs to another user or to the other mode. */
export async function findOwnOrder(
  db: Reader,
  { userId, mode }: Recipient,
  id: bigint,
): Promise<TradedOrder | undefined> {
  const { rows } = await sql<TradedOrder>`
    select ${COLUMNS} from spot_order where id = ${id} and user_id = ${userId} and book = ${mode}`.execute(db);
  return rows[0];
}

/**
 * Selects the orders a page of fills can come from: those placed in the 92 days before it, and all open ones. Of the
 * former, the newest that traded, and those that closed after the oldest of these was placed. Only users with more than
 * the newest need the second query; an index on fills by user would cost the engine at every fill.
 */
export async function selectTradedOrders(
  db: Reader,
  recipient: Recipient,
  { market, side, before = LARGEST_ID }: FillFilter,
  newest: number,
): Promise<TradedOrder[]> {
  const since = firstIdSince(Math.min(timeOf(before), Date.now()) - SEARCHED_MS);
  const traded = sql`${matching(recipient, { market, side })} and filled > 0 and id < ${before}`;
  const { rows } = await sql<TradedOrder & { at: Date }>`
    select ${COLUMNS}, at from spot_order where ${traded} and id >= ${since} order by id desc limit ${newest}`.execute(
    db,
  );
  const oldest = rows.length < newest ? undefined : rows.at(-1);
  const { rows: older } = await sql<TradedOrder>`
    select ${COLUMNS} from spot_order where ${traded} and id < ${oldest?.id ?? since} and status = 'open'
    union all
    select ${COLUMNS} from spot_order
     where ${traded} and id >= ${since} and id < ${oldest?.id ?? since} and closed_at >= ${oldest?.at ?? null}`.execute(
    db,
  );
  return [...rows, ...older];
}

export type FillRow = {
  order_id: bigint;
  id: bigint;
  price: string;
  quantity: string;
  fee: string;
  role: 'maker' | 'taker';
  is_house: boolean;
  at: Date;
};

/** Selects the newest fills of these orders. Reads no partition from before an order or after its end. */
export async function selectFills(
  db: Reader,
  orders: readonly TradedOrder[],
  { before = LARGEST_ID, limit }: { readonly before?: bigint | undefined; readonly limit: number },
): Promise<FillRow[]> {
  const firsts = orders.map(({ id }) => firstIdSince(timeOf(id)));
  const lasts = orders.map(({ closed_at }) => (closed_at === null ? LARGEST_ID : firstIdAfter(closed_at.getTime())));
  const first = firsts.toSorted((a, b) => (a < b ? -1 : 1))[0] ?? LARGEST_ID;
  const bounds = sql`id between own.first and own.last and id >= ${first} and id < ${before}`;
  const { rows } = await sql<FillRow>`
    select own.id as order_id, fill.*
      from unnest(${orders.map(({ id }) => id)}::bigint[], ${firsts}::bigint[], ${lasts}::bigint[]) as own (id, first, last)
           cross join lateral (
             (select id, price, quantity, taker_fee as fee, 'taker' as role, maker_order is null as is_house, at
                from spot_fill where taker_order = own.id and ${bounds} order by id desc limit ${limit})
             union all
             (select id, price, quantity, maker_fee, 'maker', taker_order is null, at
                from spot_fill where maker_order = own.id and ${bounds} order by id desc limit ${limit})) fill
     order by fill.id desc limit ${limit}`.execute(db);
  return rows;
}
