import type { Side } from '@app/domain/spot';
import { type RawBuilder, sql } from 'kysely';
import type { Recipient } from '../../platform/bus/push.ts';
import { arrayText } from '../../platform/db/array-text.ts';
import type { Reader } from '../../platform/db/database.ts';
import { isBefore } from '../../platform/db/page.ts';
import { firstIdAfter, firstIdSince, timeOf } from './id-range.ts';

/** The part of an order that its fills need. */
export type TradedOrder = { id: bigint; market: number; side: Side; closed_at: Date | null };

/** Finds one order, whatever it traded; undefined if it belongs to another user or to the other mode. */
export async function findOwnOrder(
  db: Reader,
  { userId, mode }: Recipient,
  id: bigint,
): Promise<TradedOrder | undefined> {
  const { rows } = await sql<TradedOrder>`
    select id, market, side, closed_at from spot_order
     where id = ${id} and user_id = ${userId} and book = ${mode}`.execute(db);
  return rows[0];
}

/** A fill from the perspective of one of its two orders. */
export type FillRow = {
  order_id: bigint;
  id: bigint;
  market: number;
  side: Side;
  price: string;
  quantity: string;
  fee: string;
  role: 'maker' | 'taker';
  is_house: boolean;
  at: Date;
};

/** Fills behind `before`, no more than `limit`. */
export type FillSpan = { readonly before?: bigint | undefined; readonly limit: number };

const AS_TAKER = sql`id, taker_order as order_id, market, side, price, quantity, taker_fee as fee, 'taker' as role,
  maker_order is null as is_house, at`;
const AS_MAKER = sql`id, maker_order as order_id, market, case side when 'buy' then 'sell' else 'buy' end as side, price,
  quantity, maker_fee as fee, 'maker' as role, taker_order is null as is_house, at`;
const LAST_ID = 2n ** 63n - 1n;

/** Selects the newest fills of one order. Reads no partition from before the order or after its end. */
export async function selectFillsOf(
  db: Reader,
  { id, closed_at }: TradedOrder,
  { before, limit }: FillSpan,
): Promise<FillRow[]> {
  const until = closed_at === null ? LAST_ID : firstIdAfter(closed_at.getTime());
  const span = sql`id between ${firstIdSince(timeOf(id))} and ${until} and ${isBefore(before)}`;
  const { rows } = await sql<FillRow>`
    (select ${AS_TAKER} from spot_fill where taker_order = ${id} and ${span} order by id desc limit ${limit})
    union all
    (select ${AS_MAKER} from spot_fill where maker_order = ${id} and ${span} order by id desc limit ${limit})
    order by id desc limit ${limit}`.execute(db);
  return rows;
}

type OwnFills = { readonly markets: readonly number[]; readonly side?: Side | undefined };

const WEEK_MS = 7 * 86_400_000;
/** How far back a page is looked for, in turn: most are in the first weeks, and each week is a partition. */
const SEARCHED_MS = [WEEK_MS, 8 * WEEK_MS] as const;

/** Selects the newest fills of a user in these markets. */
export async function selectFills(
  db: Reader,
  recipient: Recipient,
  own: OwnFills,
  { before, limit }: FillSpan,
): Promise<FillRow[]> {
  const fromMs = Math.min(before === undefined ? Number.POSITIVE_INFINITY : timeOf(before), Date.now());
  for (const backMs of SEARCHED_MS) {
    const since = firstIdSince(fromMs - backMs);
    const rows = await selectSince(db, recipient, own, { since, before, limit });
    if (rows.length >= limit) return rows;
  }
  return await selectSince(db, recipient, own, { since: 0n, before, limit });
}

/** Reads each market by itself, where the index has its fills in order, and merges them. */
async function selectSince(
  db: Reader,
  { userId, mode }: Recipient,
  { markets, side }: OwnFills,
  { since, before, limit }: FillSpan & { readonly since: bigint },
): Promise<FillRow[]> {
  const takers = side === undefined ? sql`true` : sql`side = ${side}`;
  const makers = side === undefined ? sql`true` : sql`side <> ${side}`; // The column is the taker's side.
  const span = (isOnSide: RawBuilder<unknown>) => sql`
    book = ${mode} and spot_fill.market = traded.market and ${isOnSide} and id >= ${since} and ${isBefore(before)}
    order by id desc limit ${limit}`;
  const { rows } = await sql<FillRow>`
    select found.* from unnest(${arrayText(markets)}::int[]) as traded (market) cross join lateral (
      (select ${AS_TAKER} from spot_fill where taker = ${userId} and ${span(takers)})
      union all
      (select ${AS_MAKER} from spot_fill where maker = ${userId} and ${span(makers)})) found
    order by id desc limit ${limit}`.execute(db);
  return rows;
}
