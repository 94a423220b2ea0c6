import type { DealCause, DealState, PositionSide } from '@app/domain/contract';
import { type Amount, type Price, parseDecimal } from '@app/money';
import { sql } from 'kysely';

/** Row of an order and its position; its enumerated values are guaranteed by the table's checks. */
export type PositionRow = {
  id: bigint;
  user_id: bigint;
  market: number;
  series: string | null;
  side: PositionSide;
  leverage: number;
  terms: number;
  limit_price: string | null;
  stop_loss: string | null;
  take_profit: string | null;
  opened_lots: string;
  lots: string;
  margin: string;
  held_fee: string;
  entry: string | null;
  open_fee: string;
  overnight_since: string;
  overnight_charged: string;
  overnight_day: string | null;
  result: string;
  fees: string;
  status: DealState;
  cause: DealCause | null;
  closing_lots: string | null;
  changed_seq: bigint;
  changed_ms: bigint;
  trigger_seq: bigint | null;
  trigger_price: string | null;
  trigger_block: bigint | null;
  chain_place: number;
  chain_hash: string | null;
  key: string;
  at: Date;
  opened_at: Date | null;
  closed_at: Date | null;
};

export const POSITION_COLUMNS = sql`id, user_id, market, series::text, side, leverage, terms, trim_scale(limit_price)::text as limit_price,
  trim_scale(stop_loss)::text as stop_loss, trim_scale(take_profit)::text as take_profit, opened_lots, lots, margin, held_fee,
  trim_scale(entry)::text as entry, open_fee, overnight_since, overnight_charged, overnight_day::text, result, fees, status, cause,
  closing_lots, changed_seq, changed_ms, trigger_seq, trim_scale(trigger_price)::text as trigger_price, trigger_block, chain_place, chain_hash, key::text, at, opened_at, closed_at`;

/** An order and the position it opens, as stored: one row, one id. */
export type StoredPosition = {
  readonly id: bigint;
  readonly userId: bigint;
  readonly market: number;
  /** Day of delivery; undefined for a perpetual contract. */
  readonly series: string | undefined;
  readonly side: PositionSide;
  readonly leverage: number;
  readonly limit: Price | undefined;
  readonly openedLots: Amount;
  readonly key: string;
  readonly atMs: number;
  /** Version of the terms it keeps. */
  terms: number;
  stopLoss: Price | undefined;
  takeProfit: Price | undefined;
  /** Still open, or ordered. */
  lots: Amount;
  /** Frozen for it; while pending, held for margin. */
  margin: Amount;
  heldFee: Amount;
  /** Undefined until it is opened. */
  entry: Price | undefined;
  openFee: Amount;
  overnightSince: Price;
  overnightCharged: Amount;
  /** Last UTC day it was charged for, as `2026-11-18`. */
  overnightDay: string | undefined;
  /** Of the lots closed so far, before fees. */
  result: Amount;
  fees: Amount;
  status: DealState;
  cause: DealCause | undefined;
  closingLots: Amount | undefined;
  /** Last tick of the market before its last change. */
  changedSeq: number;
  /** Time of its last change: a block sealed before it does nothing to it. */
  changedMs: number;
  /** Tick that fired its stop-loss or take-profit; the next one fills it. */
  trigger: { readonly seq: number; readonly price: Price; readonly block: number } | undefined;
  /** Receipts issued for it, and the hash of the last one. */
  chain: { readonly place: number; readonly hash: string | null };
  openedAtMs: number | undefined;
  closedAtMs: number | undefined;
};

const optional = <Kind extends Amount | Price>(text: string | null) =>
  text === null ? undefined : parseDecimal<Kind>(text);

export const toPosition = (row: PositionRow): StoredPosition => ({
  id: row.id,
  userId: row.user_id,
  market: row.market,
  series: row.series ?? undefined,
  side: row.side,
  leverage: row.leverage,
  limit: optional<Price>(row.limit_price),
  openedLots: parseDecimal<Amount>(row.opened_lots),
  key: row.key,
  atMs: row.at.getTime(),
  terms: row.terms,
  stopLoss: optional<Price>(row.stop_loss),
  takeProfit: optional<Price>(row.take_profit),
  lots: parseDecimal<Amount>(row.lots),
  margin: parseDecimal<Amount>(row.margin),
  heldFee: parseDecimal<Amount>(row.held_fee),
  entry: optional<Price>(row.entry),
  openFee: parseDecimal<Amount>(row.open_fee),
  overnightSince: parseDecimal<Price>(row.overnight_since),
  overnightCharged: parseDecimal<Amount>(row.overnight_charged),
  overnightDay: row.overnight_day ?? undefined,
  result: parseDecimal<Amount>(row.result),
  fees: parseDecimal<Amount>(row.fees),
  status: row.status,
  cause: row.cause ?? undefined,
  closingLots: optional<Amount>(row.closing_lots),
  changedSeq: Number(row.changed_seq),
  changedMs: Number(row.changed_ms),
  trigger:
    row.trigger_price === null
      ? undefined
      : {
          seq: Number(row.trigger_seq),
          price: parseDecimal<Price>(row.trigger_price),
          block: Number(row.trigger_block),
        },
  chain: { place: row.chain_place, hash: row.chain_hash },
  openedAtMs: row.opened_at?.getTime(),
  closedAtMs: row.closed_at?.getTime(),
});
