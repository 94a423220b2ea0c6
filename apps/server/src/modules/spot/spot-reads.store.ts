import { firstIdAt, ID_EPOCH_MS, type TimeOrderedId, timeOfId } from '@app/base';
import type { OrderState } from '@app/domain/spot';
import { type Amount, formatDecimal } from '@app/money';
import { sql } from 'kysely';
import type { Reader } from '../../platform/database.ts';
import type { Audience } from '../../platform/push.ts';
import { ORDER_COLUMNS, type OrderRow } from './order-row.ts';

export type Page = { readonly page: number; readonly limit: number };
export type OrderFilter = { readonly status?: OrderState | 'closed' | undefined; readonly market?: number | undefined };

/** Written out, so that the index of open orders is seen to fit. */
const IN_STATE = {
  open: sql`status = 'open'`,
  filled: sql`status = 'filled'`,
  cancelled: sql`status = 'cancelled'`,
  closed: sql`status <> 'open'`,
} as const;
const ANY = sql`true`;

const matching = ({ userId, book }: Audience, { status, market }: OrderFilter) => {
  const inState = status === undefined ? ANY : IN_STATE[status];
  const inMarket = market === undefined ? ANY : sql`market = ${market}`;
  return sql`user_id = ${userId} and book = ${book} and ${inState} and ${inMarket}`;
};

export async function selectOrders(
  db: Reader,
  audience: Audience,
  filter: OrderFilter,
  { page, limit }: Page,
): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select ${ORDER_COLUMNS}
      from spot_order where ${matching(audience, filter)}
     order by id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return rows;
}

export async function countOrders(db: Reader, audience: Audience, filter: OrderFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from spot_order where ${matching(audience, filter)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Whose an order is never changes, so this holds however long ago it was read. */
export async function isOwnOrder(db: Reader, { userId, book }: Audience, id: bigint): Promise<boolean> {
  const { rows } = await sql`
    select from spot_order where id = ${id} and user_id = ${userId} and book = ${book}`.execute(db);
  return rows.length > 0;
}

export type FillRow = {
  id: bigint;
  price: string;
  quantity: string;
  fee: string;
  role: 'maker' | 'taker';
  is_house: boolean;
  at: Date;
};

/** Fills come after their order, though the clock of another writer may have been behind by less than this. */
const CLOCKS_APART_MS = 3_600_000;

/** No partition from before the order is looked into. */
const fillsOf = (orderId: bigint) => {
  const first = firstIdAt(Math.max(timeOfId(orderId as TimeOrderedId) - CLOCKS_APART_MS, ID_EPOCH_MS)); // Orders have such ids.
  return sql`(
    select id, price, quantity, taker_fee as fee, 'taker' as role, maker_order is null as is_house, at
      from spot_fill where taker_order = ${orderId} and id >= ${first}
    union all
    select id, price, quantity, maker_fee, 'maker', taker_order is null, at
      from spot_fill where maker_order = ${orderId} and id >= ${first}) fill`;
};

export async function selectFills(db: Reader, orderId: bigint, { page, limit }: Page): Promise<FillRow[]> {
  const { rows } = await sql<FillRow>`
    select * from ${fillsOf(orderId)} order by id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return rows;
}

export async function countFills(db: Reader, orderId: bigint): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${fillsOf(orderId)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** What each user traded in the real book by orders since a time: those that reach a minimum. */
export async function sumVolumes(
  db: Reader,
  wish: { readonly sinceMs: number; readonly markets: readonly number[]; readonly atLeast: Amount },
): Promise<{ user_id: bigint; volume: string }[]> {
  const { rows } = await sql<{ user_id: bigint; volume: string }>`
    select user_id, trim_scale(sum(cost))::text as volume from spot_order
     where id >= ${firstIdAt(wish.sinceMs)} and book = 'real' and cost > 0 and market = any(${wish.markets}::int[])
     group by user_id having sum(cost) >= ${formatDecimal(wish.atLeast)}::numeric`.execute(db);
  return rows;
}
