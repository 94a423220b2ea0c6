import type { Mode } from '@app/domain/ledger';
import { type Amount, formatDecimal, type Price, type Rate } from '@app/money';
import { sql } from 'kysely';
import { arrayText } from '../../../platform/db/array-text.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { ChargeRow, Deal, MarketRow, OvernightRow, SettlementRow } from './contract-state.ts';
import { toRow } from './stored-deal.ts';

const decimals = (values: readonly (Amount | Price | Rate | undefined)[]) =>
  arrayText(values.map((value) => (value === undefined ? null : formatDecimal(value))));
const optionals = (values: readonly (bigint | number | string | null | undefined)[]) =>
  arrayText(values.map((value) => value ?? null));

/** Times are whole milliseconds since 1970. */
export async function insertDeals(
  tx: Tx,
  mode: Mode,
  placed: readonly { readonly deal: Deal; readonly key: string }[],
): Promise<void> {
  if (placed.length === 0) return;
  const rows = placed.map(({ deal, key }) => ({ ...toRow(deal), key }));
  const of = <Value>(read: (row: (typeof rows)[number]) => Value) => rows.map(read);
  await sql`
    insert into contract_position (id, user_id, book, market, series, side, leverage, terms, limit_price, stop_loss, take_profit,
      opened_lots, lots, margin, held_fee, entry, open_fee, overnight_since, overnight_charged, overnight_day, result, fees, status,
      cause, closing_lots, changed_seq, changed_ms, chain_place, chain_hash, key, at, opened_at, closed_at)
    select id, user_id, ${mode}, market, series, side, leverage, terms, limit_price, stop_loss, take_profit, opened_lots, lots, margin,
           held_fee, entry, open_fee, overnight_since, overnight_charged, overnight_day, result, fees, status, cause, closing_lots,
           changed_seq, changed_ms, chain_place, chain_hash, key, to_timestamp(at / 1000.0), to_timestamp(opened_at / 1000.0),
           to_timestamp(closed_at / 1000.0)
      from unnest(${arrayText(of((it) => it.id))}::bigint[], ${arrayText(of((it) => it.userId))}::bigint[],
                  ${arrayText(of((it) => it.market))}::int[], ${optionals(of((it) => it.series))}::date[],
                  ${arrayText(of((it) => it.side))}::text[], ${arrayText(of((it) => it.leverage))}::int[],
                  ${arrayText(of((it) => it.terms))}::int[], ${decimals(of((it) => it.limit))}::numeric[],
                  ${decimals(of((it) => it.stopLoss))}::numeric[], ${decimals(of((it) => it.takeProfit))}::numeric[],
                  ${decimals(of((it) => it.openedLots))}::numeric[], ${decimals(of((it) => it.lots))}::numeric[],
                  ${decimals(of((it) => it.margin))}::numeric[], ${decimals(of((it) => it.heldFee))}::numeric[],
                  ${decimals(of((it) => it.entry))}::numeric[], ${decimals(of((it) => it.openFee))}::numeric[],
                  ${decimals(of((it) => it.overnightSince))}::numeric[], ${decimals(of((it) => it.overnightCharged))}::numeric[],
                  ${optionals(of((it) => it.overnightDay))}::date[], ${decimals(of((it) => it.result))}::numeric[],
                  ${decimals(of((it) => it.fees))}::numeric[], ${arrayText(of((it) => it.status))}::text[],
                  ${optionals(of((it) => it.cause))}::text[], ${decimals(of((it) => it.closingLots))}::numeric[],
                  ${arrayText(of((it) => it.changedSeq))}::bigint[], ${arrayText(of((it) => it.changedMs))}::bigint[],
                  ${arrayText(of((it) => it.chain.place))}::int[], ${optionals(of((it) => it.chain.hash))}::text[],
                  ${arrayText(of((it) => it.key))}::uuid[], ${arrayText(of((it) => it.atMs))}::bigint[],
                  ${optionals(of((it) => it.openedAtMs))}::bigint[], ${optionals(of((it) => it.closedAtMs))}::bigint[])
        as n (id, user_id, market, series, side, leverage, terms, limit_price, stop_loss, take_profit, opened_lots, lots, margin,
              held_fee, entry, open_fee, overnight_since, overnight_charged, overnight_day, result, fees, status, cause, closing_lots,
              changed_seq, changed_ms, chain_place, chain_hash, key, at, opened_at, closed_at)`.execute(tx);
}

/**
 * Updates deals that existed before the batch. Planned each time: a plan made while there are few might scan all of them
 * for ever.
 */
export async function updateDeals(tx: Tx, deals: readonly Deal[]): Promise<void> {
  if (deals.length === 0) return;
  const rows = deals.map(toRow);
  const of = <Value>(read: (row: (typeof rows)[number]) => Value) => rows.map(read);
  await sql`
    /* planned each time */ update contract_position p
       set terms = n.terms, stop_loss = n.stop_loss, take_profit = n.take_profit, lots = n.lots, margin = n.margin,
           held_fee = n.held_fee, entry = n.entry, open_fee = n.open_fee, overnight_since = n.overnight_since,
           overnight_charged = n.overnight_charged, overnight_day = n.overnight_day, result = n.result, fees = n.fees,
           status = n.status, cause = n.cause, closing_lots = n.closing_lots, changed_seq = n.changed_seq,
           changed_ms = n.changed_ms, trigger_seq = n.trigger_seq, trigger_price = n.trigger_price,
           trigger_block = n.trigger_block, chain_place = n.chain_place, chain_hash = n.chain_hash,
           opened_at = to_timestamp(n.opened_at / 1000.0), closed_at = to_timestamp(n.closed_at / 1000.0)
      from unnest(${arrayText(of((it) => it.id))}::bigint[], ${arrayText(of((it) => it.terms))}::int[],
                  ${decimals(of((it) => it.stopLoss))}::numeric[], ${decimals(of((it) => it.takeProfit))}::numeric[],
                  ${decimals(of((it) => it.lots))}::numeric[], ${decimals(of((it) => it.margin))}::numeric[],
                  ${decimals(of((it) => it.heldFee))}::numeric[], ${decimals(of((it) => it.entry))}::numeric[],
                  ${decimals(of((it) => it.openFee))}::numeric[], ${decimals(of((it) => it.overnightSince))}::numeric[],
                  ${decimals(of((it) => it.overnightCharged))}::numeric[], ${optionals(of((it) => it.overnightDay))}::date[],
                  ${decimals(of((it) => it.result))}::numeric[], ${decimals(of((it) => it.fees))}::numeric[],
                  ${arrayText(of((it) => it.status))}::text[], ${optionals(of((it) => it.cause))}::text[],
                  ${decimals(of((it) => it.closingLots))}::numeric[], ${arrayText(of((it) => it.changedSeq))}::bigint[],
                  ${arrayText(of((it) => it.changedMs))}::bigint[], ${optionals(of((it) => it.trigger?.seq))}::bigint[],
                  ${decimals(of((it) => it.trigger?.price))}::numeric[], ${optionals(of((it) => it.trigger?.block))}::bigint[],
                  ${arrayText(of((it) => it.chain.place))}::int[], ${optionals(of((it) => it.chain.hash))}::text[],
                  ${optionals(of((it) => it.openedAtMs))}::bigint[], ${optionals(of((it) => it.closedAtMs))}::bigint[])
        as n (id, terms, stop_loss, take_profit, lots, margin, held_fee, entry, open_fee, overnight_since, overnight_charged,
              overnight_day, result, fees, status, cause, closing_lots, changed_seq, changed_ms, trigger_seq, trigger_price,
              trigger_block, chain_place, chain_hash, opened_at, closed_at)
     where p.id = n.id`.execute(tx);
}

/** Updates deals that a night was charged to and nothing else changed: they are many, and few of their columns change. */
export async function updateCharged(tx: Tx, deals: readonly Deal[]): Promise<void> {
  if (deals.length === 0) return;
  const of = <Value>(read: (deal: Deal) => Value) => deals.map(read);
  await sql`
    /* planned each time */ update contract_position p
       set margin = n.margin, overnight_charged = n.overnight_charged, overnight_day = n.overnight_day, fees = n.fees
      from unnest(${arrayText(of((it) => it.id))}::bigint[], ${decimals(of((it) => it.position.margin))}::numeric[],
                  ${decimals(of((it) => it.position.overnightCharged))}::numeric[],
                  ${optionals(of((it) => it.overnightDay))}::date[], ${decimals(of((it) => it.fees))}::numeric[])
        as n (id, margin, overnight_charged, overnight_day, fees)
     where p.id = n.id`.execute(tx);
}

export async function insertSettlements(tx: Tx, mode: Mode, rows: readonly SettlementRow[]): Promise<void> {
  if (rows.length === 0) return;
  const of = <Value>(read: (row: SettlementRow) => Value) => rows.map(read);
  await sql`
    insert into contract_settlement (id, position, user_id, book, market, side, cause, lots, entry, price, margin, result, overnight,
      overnight_returned, fee, liquidation_fee, returned, shortfall, by_insurance, by_capital, tick_seq, block, at)
    select id, position, user_id, ${mode}, market, side, cause, lots, entry, price, margin, result, overnight, overnight_returned, fee,
           liquidation_fee, returned, shortfall, by_insurance, by_capital, tick_seq, block, to_timestamp(at / 1000.0)
      from unnest(${arrayText(of((it) => it.id))}::bigint[], ${arrayText(of((it) => it.deal.id))}::bigint[],
                  ${arrayText(of((it) => it.deal.userId))}::bigint[], ${arrayText(of((it) => it.deal.at.market.id))}::int[],
                  ${arrayText(of((it) => it.part.side))}::text[], ${arrayText(of((it) => it.cause))}::text[],
                  ${decimals(of((it) => it.settlement.lots))}::numeric[], ${decimals(of((it) => it.part.entry))}::numeric[],
                  ${decimals(of((it) => it.settlement.price))}::numeric[], ${decimals(of((it) => it.settlement.margin))}::numeric[],
                  ${decimals(of((it) => it.settlement.result))}::numeric[], ${decimals(of((it) => it.settlement.overnight))}::numeric[],
                  ${decimals(of((it) => it.settlement.overnightReturned))}::numeric[], ${decimals(of((it) => it.settlement.fee))}::numeric[],
                  ${decimals(of((it) => it.settlement.liquidationFee))}::numeric[], ${decimals(of((it) => it.settlement.returned))}::numeric[],
                  ${decimals(of((it) => it.settlement.shortfall))}::numeric[], ${decimals(of((it) => it.cover.insurance))}::numeric[],
                  ${decimals(of((it) => it.cover.capital))}::numeric[], ${arrayText(of((it) => it.tick.seq))}::bigint[],
                  ${arrayText(of((it) => it.tick.block))}::bigint[], ${arrayText(of((it) => it.atMs))}::bigint[])
        as n (id, position, user_id, market, side, cause, lots, entry, price, margin, result, overnight, overnight_returned, fee,
              liquidation_fee, returned, shortfall, by_insurance, by_capital, tick_seq, block, at)`.execute(tx);
}

export async function insertCharges(tx: Tx, mode: Mode, rows: readonly ChargeRow[]): Promise<void> {
  if (rows.length === 0) return;
  const of = <Value>(read: (row: ChargeRow) => Value) => rows.map(read);
  await sql`
    insert into contract_charge (id, position, user_id, book, market, day, charge, at)
    select id, position, user_id, ${mode}, market, day, charge, to_timestamp(at / 1000.0)
      from unnest(${arrayText(of((it) => it.id))}::bigint[], ${arrayText(of((it) => it.deal.id))}::bigint[],
                  ${arrayText(of((it) => it.deal.userId))}::bigint[], ${arrayText(of((it) => it.deal.at.market.id))}::int[],
                  ${arrayText(of((it) => it.day))}::date[], ${decimals(of((it) => it.charge))}::numeric[],
                  ${arrayText(of((it) => it.atMs))}::bigint[])
        as n (id, position, user_id, market, day, charge, at)`.execute(tx);
}

export async function insertNights(tx: Tx, mode: Mode, rows: readonly OvernightRow[]): Promise<void> {
  if (rows.length === 0) return;
  const of = <Value>(read: (row: OvernightRow) => Value) => rows.map(read);
  await sql`
    insert into contract_overnight (id, book, market, day, tick_seq, block, price, rate, classes, index_before, index_after,
                                    chain_place, chain_hash, at)
    select id, ${mode}, market, day, tick_seq, block, price, rate, classes, index_before, index_after, chain_place, chain_hash,
           to_timestamp(at / 1000.0)
      from unnest(${arrayText(of((it) => it.id))}::bigint[], ${arrayText(of((it) => it.market))}::int[],
                  ${arrayText(of((it) => it.night.day))}::date[], ${arrayText(of((it) => it.tick.seq))}::bigint[],
                  ${arrayText(of((it) => it.tick.block))}::bigint[], ${decimals(of((it) => it.tick.price))}::numeric[],
                  ${decimals(of((it) => it.rate))}::numeric[], ${arrayText(of((it) => it.classes))}::int[],
                  ${decimals(of((it) => it.night.before))}::numeric[], ${decimals(of((it) => it.night.after))}::numeric[],
                  ${arrayText(of((it) => it.chain.place))}::int[], ${arrayText(of((it) => it.chain.hash))}::text[],
                  ${arrayText(of((it) => it.atMs))}::bigint[])
        as n (id, market, day, tick_seq, block, price, rate, classes, index_before, index_after, chain_place, chain_hash, at)`.execute(
    tx,
  );
}

export async function upsertMarkets(tx: Tx, mode: Mode, markets: readonly MarketRow[]): Promise<void> {
  const known = markets.flatMap(({ market, runSeq, runPrice, session, overnight: { day, index } }) =>
    session === undefined || day === undefined ? [] : [{ id: market.id, runSeq, runPrice, session, day, index }],
  );
  if (known.length === 0) return;
  const of = <Value>(read: (row: (typeof known)[number]) => Value) => known.map(read);
  await sql`
    insert into contract_market (book, market, run_seq, run_price, session_started, session_ticks, overnight_day, overnight_index)
    select ${mode}, market, run_seq, run_price, session_started, session_ticks, overnight_day, overnight_index
      from unnest(${arrayText(of((it) => it.id))}::int[], ${arrayText(of((it) => it.runSeq))}::bigint[],
                  ${decimals(of((it) => it.runPrice))}::numeric[],
                  ${arrayText(of((it) => it.session.startedMs))}::bigint[], ${arrayText(of((it) => it.session.ticks))}::int[],
                  ${arrayText(of((it) => it.day))}::date[], ${decimals(of((it) => it.index))}::numeric[])
        as n (market, run_seq, run_price, session_started, session_ticks, overnight_day, overnight_index)
    on conflict (book, market) do update
       set run_seq = excluded.run_seq, run_price = excluded.run_price, session_started = excluded.session_started, session_ticks = excluded.session_ticks,
           overnight_day = excluded.overnight_day, overnight_index = excluded.overnight_index`.execute(tx);
}
