import { expectDefined, firstIdAt } from '@app/base';
import type { OrderState, Side } from '@app/domain/spot';
import { type Amount, formatDecimal } from '@app/money';
import { sql } from 'kysely';
import type { Recipient } from '../../platform/bus/push.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { CountedTrades } from './fee-level.store.ts';
import { firstIdAfter, firstIdSince } from './id-range.ts';
import { ORDER_COLUMNS, type OrderRow } from './order-row.ts';

export type Page = { readonly page: number; readonly limit: number };
export type OrderFilter = {
  readonly status?: OrderState | 'closed' | undefined;
  readonly market?: number | undefined;
  readonly side?: Side | undefined;
  /** Placed at or after `from` and before `to`; in milliseconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};

/** Written as literals, so that the planner matches the index of open orders. */
const IN_STATE = {
  open: sql`status = 'open'`,
  filled: sql`status = 'filled'`,
  cancelled: sql`status = 'cancelled'`,
  closed: sql`status <> 'open'`,
} as const;
const ANY = sql`true`;

/** Builds the condition of every query for a user's own orders. */
export const matching = ({ userId, mode }: Recipient, { status, market, side, from, to }: OrderFilter) => {
  const inState = status === undefined ? ANY : IN_STATE[status];
  const inMarket = market === undefined ? ANY : sql`market = ${market}`;
  const onSide = side === undefined ? ANY : sql`side = ${side}`;
  return sql`user_id = ${userId} and book = ${mode} and ${inState} and ${inMarket} and ${onSide} and ${placedWithin(from, to)}`;
};

/** Formats a time as the engine writes it; also valid for years beyond the range of a Date. */
const instant = (timeMs: number) => sql`to_timestamp(${timeMs}::bigint / 1000.0)`;

/** Filters by the displayed time; the id condition only excludes partitions without such orders. */
const placedWithin = (from: number | undefined, to: number | undefined) => {
  const since = from === undefined ? ANY : sql`at >= ${instant(from)} and id >= ${firstIdSince(from)}`;
  const until = to === undefined ? ANY : sql`at < ${instant(to)} and id < ${firstIdAfter(to)}`;
  return sql`${since} and ${until}`;
};

export async function selectOrders(
  db: Reader,
  recipient: Recipient,
  filter: OrderFilter,
  { page, limit }: Page,
): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select ${ORDER_COLUMNS}
      from spot_order where ${matching(recipient, filter)}
     order by id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return rows;
}

export async function countOrders(db: Reader, recipient: Recipient, filter: OrderFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from spot_order where ${matching(recipient, filter)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Returns whether an order is the user's. Ownership never changes, so the result stays valid however old it is. */
export async function isOwnOrder(db: Reader, { userId, mode }: Recipient, id: bigint): Promise<boolean> {
  const { rows } = await sql`
    select from spot_order where id = ${id} and user_id = ${userId} and book = ${mode}`.execute(db);
  return rows.length > 0;
}

const countedOrders = ({ sinceMs, markets }: CountedTrades) =>
  sql`id >= ${firstIdAt(sinceMs)} and book = 'real' and cost > 0 and market = any(${markets}::int[])`;

/** Sums each user's real-money volume by orders since a time: only those that reach a minimum. */
export async function sumVolumes(
  db: Reader,
  request: CountedTrades & { readonly atLeast: Amount },
): Promise<{ user_id: bigint; volume: string }[]> {
  const { rows } = await sql<{ user_id: bigint; volume: string }>`
    select user_id, trim_scale(sum(cost))::text as volume from spot_order where ${countedOrders(request)}
     group by user_id having sum(cost) >= ${formatDecimal(request.atLeast)}::numeric`.execute(db);
  return rows;
}

/** Sums the same for one user, without a minimum. */
export async function sumVolumeOf(db: Reader, userId: bigint, request: CountedTrades): Promise<string> {
  const { rows } = await sql<{ volume: string }>`
    select trim_scale(coalesce(sum(cost), 0))::text as volume from spot_order
     where user_id = ${userId} and ${countedOrders(request)}`.execute(db);
  return expectDefined(rows[0], 'a sum').volume;
}
