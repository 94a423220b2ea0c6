import type { Mode } from '@app/domain/ledger';
import { AT_ONCE_MS, type OrderReason, type OrderState, type Side } from '@app/domain/spot';
import { type Amount, parseDecimal } from '@app/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

type Row = {
  id: bigint;
  user_id: bigint;
  book: Mode;
  market: number;
  side: Side;
  kind: 'limit' | 'market';
  status: OrderState;
  reason: OrderReason | null;
  filled: string;
  cost: string;
  at: Date;
  closed_at: Date;
};

/** An order that has ended, as far as a notice names it. */
export type EndedOrder = Omit<Row, 'filled' | 'cost' | 'reason' | 'at' | 'closed_at'> & {
  readonly reason: OrderReason | undefined;
  readonly filled: Amount;
  readonly cost: Amount;
  readonly atMs: number;
  readonly closedAtMs: number;
};

/**
 * Finds the orders of these fills that have ended, except those that were filled at once: most orders are, and nobody is
 * notified of them. The outer fills bound the partitions that are read.
 */
export async function findEnded(tx: Tx, fills: readonly bigint[]): Promise<readonly EndedOrder[]> {
  const orders = await findOrders(tx, fills);
  if (orders.length === 0) return [];
  const { rows } = await sql<Row>`
    select id, user_id, book, market, side, kind, status, reason, filled, cost, at, closed_at from spot_order
     where id = any(${orders.map(String)}::bigint[]) and status <> 'open'
       and (status = 'cancelled' or closed_at > at + ${AT_ONCE_MS} * interval '1 millisecond')`.execute(tx);
  return rows.map(({ filled, cost, reason, at, closed_at, ...row }) => ({
    ...row,
    reason: reason ?? undefined,
    filled: parseDecimal<Amount>(filled),
    cost: parseDecimal<Amount>(cost),
    atMs: at.getTime(),
    closedAtMs: closed_at.getTime(),
  }));
}

async function findOrders(tx: Tx, fills: readonly bigint[]): Promise<readonly bigint[]> {
  const inOrder = fills.toSorted((a, b) => (a < b ? -1 : 1));
  const { rows } = await sql<{ taker_order: bigint | null; maker_order: bigint | null }>`
    select taker_order, maker_order from spot_fill
     where id = any(${fills.map(String)}::bigint[])
       and id >= ${inOrder[0]} and id <= ${inOrder.at(-1)}`.execute(tx);
  const ids = rows.flatMap(({ taker_order, maker_order }) => [taker_order ?? [], maker_order ?? []].flat());
  return [...new Set(ids)];
}
