import { assert } from '@app/base';
import type { Transfer } from '@app/domain/ledger';
import {
  type CheckedOrder,
  type Force,
  type OrderReason,
  postHold,
  postRelease,
  quantityOf,
  restHold,
} from '@app/domain/spot';
import type { Plan, Terms } from '@app/matching';
import { type Amount, add, subtract, ZERO } from '@app/money';
import type { Input, Outcome } from '../../../engine/product.ts';
import { toWireOrder } from '../wire-order.ts';
import { issueReceipt, offersTo } from './ladder.ts';
import { settleFill } from './settle-fill.ts';
import type { DecisionContext } from './spot-locks.ts';
import {
  addOrder,
  closeOrder,
  type FillRow,
  isMatching,
  type Ladder,
  type PlaceCommand,
  removeOrder,
  type SpotMarketState,
  type SpotOrder,
  type SpotRows,
  type SpotState,
  stopMatching,
} from './spot-state.ts';

export type PlaceInput = Input<PlaceCommand> & { readonly userId: bigint; readonly key: string };

/** An accepted order, or one that continues, with the plan of this batch. */
export type Step = {
  readonly order: SpotOrder;
  readonly plan: Plan<SpotOrder>;
  /** Whether the order continues in the next batch. */
  readonly isCut: boolean;
  readonly ladder: Ladder | undefined;
  readonly terms: Terms;
  readonly input: Pick<Input<unknown>, 'atMs'>;
  readonly context: DecisionContext;
  /** Most that a new order may cost; undefined for one that continues and pays from its hold. */
  readonly pays: CheckedOrder['pays'] | undefined;
};

/** Maximum fills per command: a batch must end well before a successor considers its leader dead. */
export const FILLS_PER_COMMAND_MAX = 400;

/** Caps the fills of one batch. An order that meets more makers continues in the next one. */
export const cutPlan = (
  plan: Plan<SpotOrder>,
  fillsMax: number = FILLS_PER_COMMAND_MAX,
): { readonly plan: Plan<SpotOrder>; readonly isCut: boolean } =>
  plan.fills.length <= fillsMax
    ? { plan, isCut: false }
    : { plan: { fills: plan.fills.slice(0, fillsMax), end: 'exhausted', rests: 0 }, isCut: true };

const REMAINDERS = { gtc: 'rest', ioc: 'cancel', post: 'post' } as const;

export const remainderOf = (force: Force): Terms['remainder'] => REMAINDERS[force];

/**
 * Executes a plan: settles the fills and their fees, then lets the order continue, or rests the remainder with its hold,
 * or closes the order.
 */
export function executePlan(state: SpotState, marketState: SpotMarketState, step: Step): Outcome<SpotRows> {
  const { order, plan, isCut, pays } = step;
  const isNew = pays !== undefined;
  const { transfers, fills, receipts } = settleFills(state, marketState, step);
  const rows = {
    placed: isNew ? [order] : [],
    changed: [...(isNew ? [] : [order]), ...plan.fills.flatMap(({ maker }) => maker ?? [])],
    fills,
    receipts,
    matching: [],
    matched: isNew || isCut ? [] : [order],
  };
  marketState.isChanged = true;
  if (isCut && !isNew) return { kind: 'done', answer: null, record: null, transfers, rows };
  if (isCut && isNew) {
    transfers.push(holdRest(state, order, pays));
    const lots = order.open + lotsOf(plan);
    const matching = { order, lots, quoteUnits: step.terms.budget ?? step.terms.proceeds };
    marketState.matching = matching;
    const record = { order: String(order.id) };
    return { kind: 'done', answer: null, record, transfers, rows: { ...rows, matching: [matching] }, continues: true };
  }
  if (isMatching(marketState, order)) stopMatching(marketState);
  if (plan.rests > 0) transfers.push(...rest(state, marketState, order));
  else transfers.push(...close(state, marketState, step));
  const answer = toWireOrder(order, marketState.market);
  return { kind: 'done', answer, record: { order: String(order.id) }, transfers, rows };
}

type Settled = {
  readonly transfers: Transfer[];
  readonly fills: FillRow[];
  readonly receipts: SpotRows['receipts'][number][];
};

function settleFills(state: SpotState, marketState: SpotMarketState, step: Step): Settled {
  const { order, plan, ladder, input, context, pays } = step;
  marketState.book.apply(order, plan, offersTo(ladder, order.side));
  const settled: Settled = { transfers: [], fills: [], receipts: [] };
  for (const { maker, price, lots } of plan.fills) {
    const match = { fillId: context.nextId(), atMs: input.atMs, taker: order, maker, price, lots };
    const { row, transfer } = settleFill(state, marketState, { ...match, takerHolds: pays === undefined });
    settled.transfers.push(transfer);
    settled.fills.push(row);
    if (maker === undefined && ladder !== undefined)
      settled.receipts.push(issueReceipt(ladder, row, { lots, freshness: context.facts.freshness }));
  }
  return settled;
}

const lotsOf = ({ fills }: Plan<SpotOrder>): number => fills.reduce((sum, { lots }) => sum + lots, 0);

/** Holds all that an order may still cost while it continues. */
function holdRest(state: SpotState, order: SpotOrder, { amount, currency }: CheckedOrder['pays']): Transfer {
  const spent = order.side === 'buy' ? add(order.cost, order.feeState.fee) : order.filled;
  order.held = subtract(amount, spent);
  addOrder(state, order);
  return postHold({ orderId: order.id, userId: order.owner, mode: state.mode, currency, amount: order.held });
}

/** Rests the remainder. One that continued holds too much by then: its fills were better than its limit. */
function rest(state: SpotState, marketState: SpotMarketState, order: SpotOrder): readonly Transfer[] {
  const { market, unit } = marketState;
  const cost = (unit * BigInt(order.price) * BigInt(order.open)) as Amount; // Exact: whole units.
  const before = order.held;
  order.held = restHold(order, { cost, quantity: quantityOf(market, order.open) });
  addOrder(state, order);
  const posting = {
    orderId: order.id,
    userId: order.owner,
    mode: state.mode,
    currency: currencyOf(marketState, order),
  };
  if (before === ZERO) return [postHold({ ...posting, amount: order.held })];
  const surplus = subtract(before, order.held);
  assert(surplus >= ZERO, 'a hold covers every outcome');
  return surplus === ZERO ? [] : [postRelease({ ...posting, amount: surplus, isSurplus: true })];
}

/** Closes the order and releases what it still holds. */
function close(state: SpotState, marketState: SpotMarketState, step: Step): readonly Transfer[] {
  const { order, plan, terms, input } = step;
  const amount = order.held;
  order.held = ZERO;
  closeOrder(order, input.atMs, reasonOf(order, plan, terms));
  if (step.pays === undefined) removeOrder(state, order);
  const posting = {
    orderId: order.id,
    userId: order.owner,
    mode: state.mode,
    currency: currencyOf(marketState, order),
  };
  return amount === ZERO ? [] : [postRelease({ ...posting, amount })];
}

const currencyOf = ({ market }: SpotMarketState, { side }: SpotOrder): string =>
  side === 'buy' ? market.quote : market.base;

/**
 * Returns why an order ended unfilled. A budget that cannot buy one more lot at the last price is spent, not a
 * remainder; a sale that did not bring its proceeds has one.
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
