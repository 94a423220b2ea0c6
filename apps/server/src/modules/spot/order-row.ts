import type { FeeState, Force, OrderReason, OrderState, Side } from '@app/domain/spot';
import { type Amount, type ExactFee, type Price, parseDecimal, type Rate } from '@app/money';
import { sql } from 'kysely';

/** Row of an order; its enumerated values are guaranteed by the table's checks. */
export type OrderRow = {
  id: bigint;
  user_id: bigint;
  market: number;
  side: Side;
  kind: 'limit' | 'market';
  force: Force;
  price: string | null;
  quantity: string | null;
  budget: string | null;
  maker_rate: string;
  taker_rate: string;
  filled: string;
  cost: string;
  exact_fee: string;
  fee: string;
  held: string;
  status: OrderState;
  reason: OrderReason | null;
  key: string;
  at: Date;
  closed_at: Date | null;
};

export const ORDER_COLUMNS = sql`id, user_id, market, side, kind, force, trim_scale(price)::text as price, quantity, budget, maker_rate,
  taker_rate, filled, cost, exact_fee, fee, held, status, reason, key::text, at, closed_at`;

/** An order as stored. Its ticks and lots in an order book depend on its market. */
export type StoredOrder = {
  readonly id: bigint;
  readonly owner: bigint;
  readonly market: number;
  readonly side: Side;
  readonly kind: 'limit' | 'market';
  readonly force: Force;
  /** Undefined for a market order. */
  readonly limit: Price | undefined;
  /** In base currency. */
  readonly quantity: Amount | undefined;
  /** In quote currency: what a market buy spends, fee included, or a market sale brings, fee deducted. */
  readonly budget: Amount | undefined;
  readonly makerRate: Rate;
  readonly takerRate: Rate;
  readonly key: string;
  readonly atMs: number;
  filled: Amount;
  cost: Amount;
  feeState: FeeState;
  /** The part of its owner's frozen balance that it explains. */
  held: Amount;
  status: OrderState;
  reason: OrderReason | undefined;
  closedAtMs: number | undefined;
};

const EXACT_PLACES = 36;

/** Formats with thirty-six decimals: twice those of an amount. */
export const exactText = (exact: ExactFee): string => {
  const digits = String(exact).padStart(EXACT_PLACES + 1, '0');
  return `${digits.slice(0, -EXACT_PLACES)}.${digits.slice(-EXACT_PLACES)}`;
};

const readExact = (text: string): ExactFee => {
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(EXACT_PLACES, '0')) as ExactFee; // Only exactText writes this column.
};

export const toOrder = (row: OrderRow): StoredOrder => ({
  id: row.id,
  owner: row.user_id,
  market: row.market,
  side: row.side,
  kind: row.kind,
  force: row.force,
  limit: row.price === null ? undefined : parseDecimal<Price>(row.price),
  quantity: row.quantity === null ? undefined : parseDecimal<Amount>(row.quantity),
  budget: row.budget === null ? undefined : parseDecimal<Amount>(row.budget),
  makerRate: parseDecimal<Rate>(row.maker_rate),
  takerRate: parseDecimal<Rate>(row.taker_rate),
  filled: parseDecimal<Amount>(row.filled),
  cost: parseDecimal<Amount>(row.cost),
  feeState: { exactFee: readExact(row.exact_fee), fee: parseDecimal<Amount>(row.fee) },
  held: parseDecimal<Amount>(row.held),
  status: row.status,
  reason: row.reason ?? undefined,
  key: row.key,
  atMs: row.at.getTime(),
  closedAtMs: row.closed_at?.getTime(),
});
