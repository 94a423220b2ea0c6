import { assert } from '@app/base';
import type { Transfer } from '@app/domain/ledger';
import { type OrderReason, postHold, quantityOf, restHold } from '@app/domain/spot';
import type { Plan, Terms } from '@app/matching';
import type { Amount } from '@app/money';
import type { Input, Outcome } from '../../../engine/product.ts';
import { toWireOrder } from '../wire-order.ts';
import { offersTo, receiptOf, takeFrom } from './ladder.ts';
import { settleFill } from './settle-fill.ts';
import type { DecisionContext } from './spot-locks.ts';
import {
  addOrder,
  closeOrder,
  type FillRow,
  type Ladder,
  type PlaceCommand,
  type SpotMarketState,
  type SpotOrder,
  type SpotRows,
  type SpotState,
} from './spot-state.ts';

export type PlaceInput = Input<PlaceCommand> & { readonly userId: bigint; readonly key: string };

/** An accepted order with its plan. */
type Step = {
  readonly order: SpotOrder;
  readonly plan: Plan<SpotOrder>;
  readonly ladder: Ladder | undefined;
  readonly terms: Terms;
  readonly input: PlaceInput;
  readonly context: DecisionContext;
};

/** Executes a plan: settles the fills and their fees, then rests the remainder with its hold, or closes the order. */
export function executePlan(state: SpotState, marketState: SpotMarketState, step: Step): Outcome<SpotRows> {
  const { order, plan, ladder, terms, input, context } = step;
  marketState.book.apply(order, plan, offersTo(ladder, order.side));
  const transfers: Transfer[] = [];
  const fills: FillRow[] = [];
  const receipts: SpotRows['receipts'][number][] = [];
  for (const { maker, price, lots } of plan.fills) {
    const match = { fillId: context.nextId(), atMs: input.atMs, taker: order, maker, price, lots };
    const { row, transfer } = settleFill(state, marketState, match);
    transfers.push(transfer);
    fills.push(row);
    if (maker === undefined && ladder !== undefined) receipts.push(houseReceipt(ladder, row, lots));
  }
  if (plan.rests > 0) transfers.push(rest(state, marketState, order));
  else closeOrder(order, input.atMs, reasonOf(order, plan, terms));
  marketState.isChanged = true;
  const changed = plan.fills.flatMap(({ maker }) => maker ?? []);
  return {
    kind: 'done',
    answer: toWireOrder(order, marketState.market),
    record: { order: String(order.id) },
    transfers,
    rows: { placed: [order], changed, fills, receipts },
  };
}

const houseReceipt = (ladder: Ladder, row: FillRow, lots: number) =>
  receiptOf(ladder, row, takeFrom(ladder, row.side === 'buy' ? 'sell' : 'buy', lots));

function rest(state: SpotState, marketState: SpotMarketState, order: SpotOrder): Transfer {
  const { market, unit } = marketState;
  const cost = (unit * BigInt(order.price) * BigInt(order.open)) as Amount; // Exact: whole units.
  order.held = restHold(order, { cost, quantity: quantityOf(market, order.open) });
  addOrder(state, order);
  const currency = order.side === 'buy' ? market.quote : market.base;
  return postHold({ orderId: order.id, userId: order.owner, mode: state.mode, currency, amount: order.held });
}

/**
 * Returns why an order ended unfilled. A budget that cannot buy one more lot at the last price is spent, not a
 * remainder.
 */
function reasonOf(order: SpotOrder, { fills, end }: Plan<SpotOrder>, { budget }: Terms): OrderReason | undefined {
  if (end === 'filled') return undefined;
  if (end === 'own_order') return 'own_order';
  if (budget === undefined) return 'remainder';
  const spent = fills.reduce((sum, { price, lots }) => sum + price * lots, 0);
  const isSpent = budget - spent < (fills.at(-1)?.price ?? 0);
  assert(order.budget !== undefined, 'only a market buy has a budget');
  return isSpent ? undefined : 'remainder';
}
