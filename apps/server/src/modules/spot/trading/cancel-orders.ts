import { expectDefined } from '@app/base';
import type { AccountName, Transfer } from '@app/domain/ledger';
import { exchangeAccount, type OrderReason, postRelease } from '@app/domain/spot';
import { ZERO } from '@app/money';
import type { Input, Outcome } from '../../../engine/product.ts';
import { toWireOrder } from '../wire-order.ts';
import { type DecisionContext, missingOf } from './spot-locks.ts';
import {
  type CancelAllCommand,
  type CancelCommand,
  closeOrder,
  isMatching,
  NO_ROWS,
  removeOrder,
  type SpotOrder,
  type SpotRows,
  type SpotState,
  stopMatching,
} from './spot-state.ts';

type By<Command> = Input<Command> & { readonly userId: bigint };

/** Cancels an order and releases its remaining hold; fills and their fees stay. */
export function cancelOrder(state: SpotState, input: By<CancelCommand>, context: DecisionContext): Outcome<SpotRows> {
  const order = state.orders.get(input.command.order);
  if (order === undefined || order.owner !== input.userId) {
    const isClosed = context.facts.isClosedOrderOf(input.userId, input.command.order);
    return { kind: 'refused', code: isClosed ? 'order_state_changed' : 'not_found' };
  }
  const missingAccounts = missingOf(context.balances, [holdAccount(state, order)]);
  if (missingAccounts.length > 0) return { kind: 'deferred', missingAccounts };
  const matched = matchedOf(state, [order]);
  const transfer = end(state, order, { atMs: input.atMs, reason: 'user' });
  const { market } = marketOf(state, order);
  return {
    kind: 'done',
    answer: toWireOrder(order, market),
    record: { order: String(order.id) },
    transfers: [transfer],
    rows: { ...NO_ROWS, changed: [order], matched },
  };
}

/** Cancels all of a user's orders at once; at most as many as a user may have resting. */
export function cancelAllOrders(
  state: SpotState,
  input: By<CancelAllCommand>,
  context: DecisionContext,
): Outcome<SpotRows> {
  const orders = openOrdersOf(state, input);
  const missingAccounts = missingOf(
    context.balances,
    orders.map((order) => holdAccount(state, order)),
  );
  if (missingAccounts.length > 0) return { kind: 'deferred', missingAccounts };
  const { reason } = input.command;
  const matched = matchedOf(state, orders);
  const transfers = orders.map((order) => end(state, order, { atMs: input.atMs, reason }));
  const answer = { cancelled: orders.length };
  return { kind: 'done', answer, record: answer, transfers, rows: { ...NO_ROWS, changed: orders, matched } };
}

type CancelAllInput = Pick<By<CancelAllCommand>, 'userId' | 'command'>;

export function openOrdersOf(state: SpotState, { userId, command: { market } }: CancelAllInput): SpotOrder[] {
  const own = [...(state.byUser.get(userId) ?? [])];
  return market === undefined ? own : own.filter((order) => order.market === market);
}

/** Returns the account of an order's hold. */
export function holdAccount(state: SpotState, order: SpotOrder): AccountName {
  const { market } = marketOf(state, order);
  return exchangeAccount(order.owner, order.side === 'buy' ? market.quote : market.base);
}

const marketOf = ({ markets }: SpotState, order: SpotOrder) =>
  expectDefined(markets.get(order.market), 'the order’s market');

/** Returns those of the orders that continue from an earlier batch. */
const matchedOf = (state: SpotState, orders: readonly SpotOrder[]): readonly SpotOrder[] =>
  orders.filter((order) => isMatching(marketOf(state, order), order));

function end(
  state: SpotState,
  order: SpotOrder,
  { atMs, reason }: { readonly atMs: number; readonly reason: OrderReason },
): Transfer {
  const marketState = marketOf(state, order);
  if (isMatching(marketState, order)) stopMatching(marketState);
  else marketState.book.cancel(order);
  marketState.isChanged = true;
  const { currency } = holdAccount(state, order);
  const release = postRelease({
    orderId: order.id,
    userId: order.owner,
    mode: state.mode,
    currency,
    amount: order.held,
  });
  order.held = ZERO;
  closeOrder(order, atMs, reason);
  removeOrder(state, order);
  return release;
}
