import { type OrderState, SIDES, type Side } from '@app/domain/spot';
import { type RawBuilder, sql } from 'kysely';
import type { Recipient } from '../../platform/bus/push.ts';
import type { Reader } from '../../platform/db/database.ts';
import { isBefore, type Page, type PageRequest, readPage, type Span } from '../../platform/db/page.ts';
import { firstIdAfter, firstIdSince } from './id-range.ts';
import { ORDER_COLUMNS, type OrderRow } from './order-row.ts';

export type OrderFilter = {
  readonly status?: OrderState | 'closed' | undefined;
  readonly market?: number | undefined;
  readonly side?: Side | undefined;
  /** Placed at or after `from` and before `to`; in milliseconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};

const ANY = sql`true`;

const CLOSED_STATES = ['filled', 'cancelled'] as const satisfies readonly OrderState[];

/** Formats a time as the engine writes it; also valid for years beyond the range of a Date. */
const instant = (timeMs: number) => sql`to_timestamp(${timeMs}::bigint / 1000.0)`;

/** Filters by the displayed time; the id condition only excludes partitions without such orders. */
const placedWithin = ({ from, to }: OrderFilter) => {
  const since = from === undefined ? ANY : sql`at >= ${instant(from)} and id >= ${firstIdSince(from)}`;
  const until = to === undefined ? ANY : sql`at < ${instant(to)} and id < ${firstIdAfter(to)}`;
  return sql`${since} and ${until}`;
};

/** Lists a user's orders, newest first. */
export const selectOrders = (
  db: Reader,
  recipient: Recipient,
  filter: OrderFilter,
  request: PageRequest,
): Promise<Page<OrderRow>> => readPage<OrderRow>(db, request, { query: (span) => queryOf(recipient, filter, span) });

/**
 * Builds the query of a span. Closed orders are read by exactly one status and side at a time, each the beginning of a
 * range of an index, and then merged: however rare the requested ones are, no others are read. Open orders are few.
 */
function queryOf(recipient: Recipient, filter: OrderFilter, span: Span): RawBuilder<unknown> {
  const { status } = filter;
  if (status === 'open') return openOrders(recipient, filter, span);
  if (status === undefined)
    return sql`(${openOrders(recipient, filter, span)}) union all (${closedOrders(recipient, filter, span)})`;
  return closedOrders(recipient, filter, span);
}

/** Status is a literal, so that the planner matches the index of open orders. */
const openOrders = ({ userId, mode }: Recipient, filter: OrderFilter, { before, count }: Span) => sql`
  select ${ORDER_COLUMNS} from spot_order
   where status = 'open' and user_id = ${userId} and book = ${mode} and ${isBefore(before)}
     and ${inMarket(filter)} and ${filter.side === undefined ? ANY : sql`side = ${filter.side}`} and ${placedWithin(filter)}
   order by id desc limit ${count}`;

function closedOrders({ userId, mode }: Recipient, filter: OrderFilter, { before, count }: Span): RawBuilder<unknown> {
  const { status, side } = filter;
  const states = CLOSED_STATES.filter((it) => status === undefined || status === 'closed' || status === it);
  const sides = SIDES.filter((it) => side === undefined || side === it);
  return sql`
    select found.* from unnest(${states}::text[]) as wanted (status), unnest(${sides}::text[]) as own (side)
           cross join lateral (
             select ${ORDER_COLUMNS} from spot_order
              where user_id = ${userId} and book = ${mode} and spot_order.status <> 'open'
                and spot_order.status = wanted.status and spot_order.side = own.side and ${inMarket(filter)}
                and ${isBefore(before)} and ${placedWithin(filter)}
              order by id desc limit ${count}) found`;
}

const inMarket = ({ market }: OrderFilter) => (market === undefined ? ANY : sql`market = ${market}`);

/** Returns whether an order is the user's. Ownership never changes, so the result stays valid however old it is. */
export async function isOwnOrder(db: Reader, { userId, mode }: Recipient, id: bigint): Promise<boolean> {
  const { rows } = await sql`
    select from spot_order where id = ${id} and user_id = ${userId} and book = ${mode}`.execute(db);
  return rows.length > 0;
}
