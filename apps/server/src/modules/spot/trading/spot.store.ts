import type { Mode } from '@app/domain/ledger';
import type { Side } from '@app/domain/spot';
import { type Amount, formatDecimal, type Price, parseDecimal, type Rate } from '@app/money';
import { sql } from 'kysely';
import { arrayText } from '../../../platform/db/array-text.ts';
import type { Db, Reader, Tx } from '../../../platform/db/database.ts';
import { firstIdSince } from '../../../platform/db/id-range.ts';
import { readSlices } from '../../../platform/db/read-slices.ts';
import { LAST_ID } from '../id-range.ts';
import { exactText, ORDER_COLUMNS, type OrderRow, type StoredOrder, toOrder } from '../order-row.ts';
import type { FillRow, MatchingOrder, SpotOrder, Trade } from './spot-state.ts';

const decimals = (values: readonly (Amount | Price | Rate | undefined)[]) =>
  arrayText(values.map((value) => (value === undefined ? null : formatDecimal(value))));

/** Finds the markets with resting orders, traded or not. */
export async function findRestingMarkets(reader: Reader, mode: Mode): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ market: number }>`
    select distinct market from spot_order where status = 'open' and book = ${mode}`.execute(reader);
  return new Set(rows.map(({ market }) => market));
}

/** Reads all resting orders of a mode in queue order, in slices. */
export async function readOpenOrders(
  db: Db,
  mode: Mode,
  onSlice: (orders: readonly StoredOrder[]) => void,
): Promise<void> {
  const query = sql<OrderRow>`
    select ${ORDER_COLUMNS} from spot_order where status = 'open' and book = ${mode} order by id`;
  await readSlices(db, query, (rows) => onSlice(rows.map(toOrder)));
}

export async function readOrders(reader: Reader, ids: readonly bigint[]): Promise<readonly StoredOrder[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<OrderRow>`
    select ${ORDER_COLUMNS} from spot_order where id = any(${arrayText(ids)}::bigint[])`.execute(reader);
  return rows.map(toOrder);
}

/** Times are whole milliseconds since 1970. */
export async function insertOrders(tx: Tx, mode: Mode, orders: readonly SpotOrder[]): Promise<void> {
  if (orders.length === 0) return;
  const of = <Value>(read: (order: SpotOrder) => Value) => orders.map(read);
  await sql`
    insert into spot_order (id, user_id, book, market, side, kind, force, price, quantity, budget, maker_rate, taker_rate,
                            filled, cost, exact_fee, fee, held, status, reason, key, at, closed_at)
    select id, user_id, ${mode}, market, side, kind, force, price, quantity, budget, maker_rate, taker_rate, filled, cost,
           exact_fee, fee, held, status, reason, key, to_timestamp(at / 1000.0), to_timestamp(closed_at / 1000.0)
      from unnest(${arrayText(of((it) => it.id))}::bigint[], ${arrayText(of((it) => it.owner))}::bigint[],
                  ${arrayText(of((it) => it.market))}::int[], ${arrayText(of((it) => it.side))}::text[],
                  ${arrayText(of((it) => it.kind))}::text[], ${arrayText(of((it) => it.force))}::text[],
                  ${decimals(of((it) => it.limit))}::numeric[], ${decimals(of((it) => it.quantity))}::numeric[],
                  ${decimals(of((it) => it.budget))}::numeric[], ${decimals(of((it) => it.makerRate))}::numeric[],
                  ${decimals(of((it) => it.takerRate))}::numeric[], ${decimals(of((it) => it.filled))}::numeric[],
                  ${decimals(of((it) => it.cost))}::numeric[],
                  ${arrayText(of((it) => exactText(it.feeState.exactFee)))}::numeric[],
                  ${decimals(of((it) => it.feeState.fee))}::numeric[], ${decimals(of((it) => it.held))}::numeric[],
                  ${arrayText(of((it) => it.status))}::text[], ${arrayText(of((it) => it.reason ?? null))}::text[],
                  ${arrayText(of((it) => it.key))}::uuid[], ${arrayText(of((it) => it.atMs))}::bigint[],
                  ${arrayText(of((it) => it.closedAtMs ?? null))}::bigint[])
        as n (id, user_id, market, side, kind, force, price, quantity, budget, maker_rate, taker_rate, filled, cost,
              exact_fee, fee, held, status, reason, key, at, closed_at)`.execute(tx);
}

/**
 * Updates orders that existed before the batch. Planned each time: a plan made while there are no orders might scan all
 * of them for ever.
 */
export async function updateOrders(tx: Tx, orders: readonly SpotOrder[]): Promise<void> {
  if (orders.length === 0) return;
  const of = <Value>(read: (order: SpotOrder) => Value) => orders.map(read);
  await sql`
    /* planned each time */ update spot_order o
       set filled = n.filled, cost = n.cost, exact_fee = n.exact_fee, fee = n.fee, held = n.held, status = n.status,
           reason = n.reason, closed_at = to_timestamp(n.closed_at / 1000.0)
      from unnest(${arrayText(of((it) => it.id))}::bigint[], ${decimals(of((it) => it.filled))}::numeric[],
                  ${decimals(of((it) => it.cost))}::numeric[],
                  ${arrayText(of((it) => exactText(it.feeState.exactFee)))}::numeric[],
                  ${decimals(of((it) => it.feeState.fee))}::numeric[], ${decimals(of((it) => it.held))}::numeric[],
                  ${arrayText(of((it) => it.status))}::text[], ${arrayText(of((it) => it.reason ?? null))}::text[],
                  ${arrayText(of((it) => it.closedAtMs ?? null))}::bigint[])
        as n (id, filled, cost, exact_fee, fee, held, status, reason, closed_at)
     where o.id = n.id`.execute(tx);
}

export async function insertFills(tx: Tx, mode: Mode, fills: readonly FillRow[]): Promise<void> {
  if (fills.length === 0) return;
  const of = <Value>(read: (fill: FillRow) => Value) => fills.map(read);
  await sql`
    insert into spot_fill (id, book, market, side, price, quantity, taker_order, maker_order, taker, maker, taker_fee,
                           maker_fee, at)
    select id, ${mode}, market, side, price, quantity, taker_order, maker_order, taker, maker, taker_fee, maker_fee,
           to_timestamp(at / 1000.0)
      from unnest(${arrayText(of((it) => it.id))}::bigint[], ${arrayText(of((it) => it.market.id))}::int[],
                  ${arrayText(of((it) => it.side))}::text[], ${decimals(of((it) => it.price))}::numeric[],
                  ${decimals(of((it) => it.quantity))}::numeric[], ${arrayText(of((it) => it.taker?.id ?? null))}::bigint[],
                  ${arrayText(of((it) => it.maker?.id ?? null))}::bigint[], ${arrayText(of((it) => it.taker?.owner ?? null))}::bigint[],
                  ${arrayText(of((it) => it.maker?.owner ?? null))}::bigint[], ${decimals(of((it) => it.takerFee))}::numeric[],
                  ${decimals(of((it) => it.makerFee))}::numeric[], ${arrayText(of((it) => it.atMs))}::bigint[])
        as n (id, market, side, price, quantity, taker_order, maker_order, taker, maker, taker_fee, maker_fee, at)`.execute(
    tx,
  );
}

export async function findFeeLevels(tx: Tx, userIds: readonly bigint[]): Promise<ReadonlyMap<bigint, number>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ user_id: bigint; level: number }>`
    select user_id, level from spot_fee_level where user_id = any(${arrayText(userIds)}::bigint[])`.execute(tx);
  return new Map(rows.map(({ user_id, level }) => [user_id, level]));
}

/** An order between two batches of its matching, as stored. */
export type MatchingRow = {
  readonly limitTicks: number;
  readonly lots: number;
  readonly quoteUnits: number | undefined;
};

/** Reads the orders that continue from an earlier batch. */
export async function readMatching(reader: Reader, mode: Mode): Promise<ReadonlyMap<bigint, MatchingRow>> {
  type Row = { order_id: bigint; limit_ticks: bigint; lots: bigint; budget_units: bigint | null };
  const { rows } = await sql<Row>`
    select order_id, limit_ticks, lots, budget_units from spot_matching where book = ${mode}`.execute(reader);
  return new Map(
    rows.map((row) => [
      row.order_id,
      {
        limitTicks: Number(row.limit_ticks),
        lots: Number(row.lots),
        quoteUnits: row.budget_units === null ? undefined : Number(row.budget_units),
      },
    ]),
  );
}

export async function insertMatching(tx: Tx, mode: Mode, matching: readonly MatchingOrder[]): Promise<void> {
  if (matching.length === 0) return;
  const of = <Value>(read: (it: MatchingOrder) => Value) => matching.map(read);
  await sql`
    insert into spot_matching (order_id, book, limit_ticks, lots, budget_units)
    select n.id, ${mode}, n.ticks, n.lots, n.units
      from unnest(${arrayText(of((it) => it.order.id))}::bigint[], ${arrayText(of((it) => it.order.price))}::bigint[],
                  ${arrayText(of((it) => it.lots))}::bigint[],
                  ${arrayText(of((it) => it.quoteUnits ?? null))}::bigint[]) as n (id, ticks, lots, units)`.execute(tx);
}

export async function deleteMatching(tx: Tx, orders: readonly SpotOrder[]): Promise<void> {
  if (orders.length === 0) return;
  await sql`
    delete from spot_matching where order_id = any(${arrayText(orders.map(({ id }) => id))}::bigint[])`.execute(tx);
}

/** Finds the owners of these orders. */
export async function findOwners(tx: Tx, ids: readonly bigint[], mode: Mode): Promise<ReadonlyMap<bigint, bigint>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: bigint; user_id: bigint }>`
    select id, user_id from spot_order where id = any(${arrayText(ids)}::bigint[]) and book = ${mode}`.execute(tx);
  return new Map(rows.map(({ id, user_id }) => [id, user_id]));
}

type DayQuery = {
  readonly userIds: readonly bigint[];
  readonly mode: Mode;
  /** Start of the UTC day. */
  readonly dayMs: number;
  readonly markets: readonly number[];
};
type DaySum = { user_id: bigint; market: number; signed_quantity: string; signed_cost: string; fee: string };

/**
 * Sums users' fills since the start of a day, by market, in one query. Finds them by user and market in the partitions
 * of that day, whatever the age of their orders.
 */
export async function sumTrades(tx: Tx, { userIds, mode, dayMs, markets }: DayQuery) {
  const since = firstIdSince(dayMs);
  const { rows } = await sql<DaySum>`
    select own.user_id, f.market, sum(sign * f.quantity)::text as signed_quantity,
           sum(sign * f.price * f.quantity)::text as signed_cost,
           sum(case when f.taker = own.user_id then f.taker_fee else f.maker_fee end)::text as fee
      from unnest(${arrayText(userIds)}::bigint[]) as own (user_id)
           cross join lateral spot_fills_of(own.user_id, ${mode}, ${arrayText(markets)}::int[], null, ${since}, ${LAST_ID}, null) as own_fill (id)
           cross join lateral (select * from spot_fill own where own.id = own_fill.id and own.id >= ${since} offset 0) f
           cross join lateral (select case when (f.side = 'buy') = (f.taker is not distinct from own.user_id) then 1 else -1 end as sign) s
     where f.at >= to_timestamp(${dayMs}::bigint / 1000.0)
     group by own.user_id, f.market`.execute(tx);
  return rows.map(({ user_id, market, signed_quantity, signed_cost, fee }) => ({
    userId: user_id,
    market,
    signedQuantity: amountOf(signed_quantity),
    signedCost: amountOf(signed_cost),
    fee: amountOf(fee),
  }));
}

/** Parses an amount. Products of two columns have more decimal places, all of them zero: a cost is exact. */
const amountOf = (text: string): Amount => parseDecimal<Amount>(text.replace(/(\.\d{18})0+$/, '$1'));

const FILLS_LOOKED_AT = 5_000;

/** Reads the newest trades of all markets together: a market without one among them starts with an empty list. */
export async function readNewestTrades(reader: Reader, mode: Mode): Promise<readonly (Trade & { market: number })[]> {
  type Row = { id: bigint; market: number; price: string; quantity: string; side: Side; is_house: boolean; at: Date };
  const { rows } = await sql<Row>`
    select id, market, trim_scale(price)::text as price, trim_scale(quantity)::text as quantity, side,
           taker_order is null or maker_order is null as is_house, at
      from (select * from spot_fill order by id desc limit ${FILLS_LOOKED_AT}) newest
     where book = ${mode} order by id desc`.execute(reader);
  return rows.map(({ id, is_house, at, ...row }) => ({ ...row, id: String(id), isHouse: is_house, at: at.getTime() }));
}

/** Counts how often the demo house of each market was funded. */
export async function countFundings(reader: Reader, mode: Mode): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ market: number; n: number }>`
    select split_part(ref, ':', 2)::int as market, count(*)::int as n from ledger_transfer
     where kind = 'spot.ladder.funding' and ref like ${`${mode}:%`} group by 1`.execute(reader);
  return new Map(rows.map(({ market, n }) => [market, n]));
}
