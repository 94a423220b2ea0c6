import { ORDER_STATES, type OrderState, SIDES, type Side } from '@app/domain/spot';
import { TOTAL_MAX } from '@app/protocol';
import { sql } from 'kysely';
import type { Recipient } from '../../platform/bus/push.ts';
import { arrayText } from '../../platform/db/array-text.ts';
import type { Reader } from '../../platform/db/database.ts';
import { firstIdAfter, firstIdSince } from '../../platform/db/id-range.ts';
import { type Page, type PageRequest, readPage } from '../../platform/db/page.ts';
import { firstIdOf, LAST_ID, searchBack } from './id-range.ts';
import { ORDER_COLUMNS, type OrderRow } from './order-row.ts';

export type OrderFilter = {
  readonly status?: OrderState | 'closed' | undefined;
  readonly market?: number | undefined;
  readonly side?: Side | undefined;
  /** Placed at or after `from` and before `to`; in milliseconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};

/** Formats a time as the engine writes it; also valid for years beyond the range of a Date. */
const instant = (timeMs: number | undefined) =>
  timeMs === undefined ? sql`null` : sql`to_timestamp(${timeMs}::bigint / 1000.0)`;

/** Lists a user's orders, newest first. The search that counts them also finds a page without `before`. */
export function selectOrders(
  db: Reader,
  recipient: Recipient,
  filter: OrderFilter,
  request: PageRequest,
): Promise<Page<OrderRow>> {
  const find = (before: bigint | undefined, count: number) => findIds(db, recipient, filter, { before, count });
  const newestCount = Math.max(TOTAL_MAX, request.page * request.limit + 1);
  let newest: ReturnType<typeof find> | undefined;
  const findNewest = () => (newest ??= find(undefined, newestCount));
  return readPage(request, {
    select: async ({ before, offset, limit }) => {
      const ids = await (before === undefined ? findNewest() : find(before, offset + limit));
      return await selectById(db, ids.slice(offset, offset + limit));
    },
    count: async (max) => Math.min((await findNewest()).length, max),
  });
}

const CLOSED: readonly OrderState[] = ['filled', 'cancelled'];

const statesOf = (status: OrderFilter['status']): readonly OrderState[] => {
  if (status === undefined) return ORDER_STATES;
  return status === 'closed' ? CLOSED : [status];
};

/**
 * Finds the ids of the newest matching orders. Closed orders are read by exactly one status and side at a time, each
 * the beginning of a range of an index: however rare the requested ones are, no others are read. Open orders are few.
 */
async function findIds(
  db: Reader,
  { userId, mode }: Recipient,
  { status, side, market, from, to }: OrderFilter,
  { before = LAST_ID, count }: { readonly before: bigint | undefined; readonly count: number },
): Promise<readonly bigint[]> {
  const sides = side === undefined ? SIDES : [side];
  const bounds = {
    // Orders are filtered by the displayed time; ids only exclude partitions without such orders.
    from: larger(firstIdOf(userId), from === undefined ? 0n : firstIdSince(from)),
    until: smaller(before, to === undefined ? LAST_ID : firstIdAfter(to)),
    enough: count,
  };
  return await searchBack(bounds, async (since) => {
    const { rows } = await sql<{ id: bigint }>`
      select id from spot_orders_of(${userId}, ${mode}, ${market ?? null}, ${[...statesOf(status)]}, ${[...sides]}, ${since}, ${bounds.until},
                                    ${instant(from)}, ${instant(to)}, ${count}) as found (id)
       order by id desc limit ${count}`.execute(db);
    return rows.map(({ id }) => id);
  });
}

const larger = (a: bigint, b: bigint) => (a > b ? a : b);
const smaller = (a: bigint, b: bigint) => (a < b ? a : b);

async function selectById(db: Reader, ids: readonly bigint[]): Promise<OrderRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<OrderRow>`
    select ${ORDER_COLUMNS} from spot_order where id = any(${arrayText(ids)}::bigint[]) order by id desc`.execute(db);
  return rows;
}

/** Returns whether an order is the user's. Ownership never changes, so the result stays valid however old it is. */
export async function isOwnOrder(db: Reader, { userId, mode }: Recipient, id: bigint): Promise<boolean> {
  const { rows } = await sql`
    select from spot_order where id = ${id} and user_id = ${userId} and book = ${mode}`.execute(db);
  return rows.length > 0;
}
