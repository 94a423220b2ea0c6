import type { Side } from '@app/domain/spot';
import { sql } from 'kysely';
import type { Recipient } from '../../platform/bus/push.ts';
import { arrayText } from '../../platform/db/array-text.ts';
import type { Reader } from '../../platform/db/database.ts';
import { firstIdAfter, firstIdSince } from '../../platform/db/id-range.ts';
import { isBefore } from '../../platform/db/page.ts';
import { firstIdOf, LAST_ID, searchBack, timeOf } from './id-range.ts';

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

/** Selects the newest fills of a user in these markets. */
export async function selectFills(
  db: Reader,
  { userId, mode }: Recipient,
  { markets, side }: OwnFills,
  { before = LAST_ID, limit }: FillSpan,
): Promise<FillRow[]> {
  const ids = await searchBack({ from: firstIdOf(userId), until: before, enough: limit }, async (since) => {
    const { rows } = await sql<{ id: bigint }>`
      select id from spot_fills_of(${userId}, ${mode}, ${arrayText(markets)}::int[], ${side ?? null}, ${since}, ${before}, ${limit})
        as found (id) order by id desc limit ${limit}`.execute(db);
    return rows.map(({ id }) => id);
  });
  return await selectFillsById(db, userId, ids);
}

/** Selects a user's fills of these ids, newest first. Nobody trades with themselves, so each is one row. */
export async function selectFillsById(db: Reader, userId: bigint, ids: readonly bigint[]): Promise<FillRow[]> {
  const ordered = ids.toSorted((one, other) => (one < other ? -1 : 1));
  const least = ordered[0];
  const most = ordered.at(-1);
  if (least === undefined || most === undefined) return [];
  const { rows } = await sql<FillRow>`
    select id, market, price, quantity, at, (case when own.took then maker_order else taker_order end) is null as is_house,
           case when own.took then taker_order else maker_order end as order_id,
           case when own.took then taker_fee else maker_fee end as fee,
           case when own.took then 'taker' else 'maker' end as role,
           case when own.took then side when side = 'buy' then 'sell' else 'buy' end as side
      from spot_fill cross join lateral (select coalesce(taker = ${userId}, false) as took) own
     where id = any(${arrayText(ordered)}::bigint[]) and id between ${least} and ${most}
       and (own.took or maker = ${userId})
     order by id desc`.execute(db);
  return rows;
}

/** The part of an order that its holds and releases show. */
export type HeldOrder = { id: bigint; market: number; side: Side; price: string | null };

/** Selects a user's orders by their ids. Orders of others are left out. */
export async function findOrdersByIds(db: Reader, userId: bigint, ids: readonly bigint[]): Promise<HeldOrder[]> {
  const { rows } = await sql<HeldOrder>`
    select id, market, side, trim_scale(price)::text as price from spot_order
     where id = any(${arrayText(ids)}::bigint[]) and user_id = ${userId}`.execute(db);
  return rows;
}
