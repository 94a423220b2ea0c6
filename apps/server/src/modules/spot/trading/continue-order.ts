import type { AccountName } from '@app/domain/ledger';
import type { Fill, Plan, Terms } from '@app/matching';
import type { Input, Outcome } from '../../../engine/product.ts';
import { cutPlan, executePlan, FILLS_PER_COMMAND_MAX, remainderOf } from './execute-plan.ts';
import { offersTo } from './ladder.ts';
import { freshLadder, type SpotFacts } from './spot-facts.ts';
import { type DecisionContext, houseAccounts, makerAccounts, missingOf, ownAccounts } from './spot-locks.ts';
import {
  type ContinueCommand,
  isTraded,
  type MatchingOrder,
  type SpotMarketState,
  type SpotOrder,
  type SpotRows,
  type SpotState,
} from './spot-state.ts';
import { NOTHING } from './sweep-orders.ts';

/**
 * An order that must fill at once ends when it could not continue for this long: its price belongs to another time. A
 * limit order that may rest goes on, because its price still holds.
 */
const CONTINUE_WITHIN_MS = 10_000;

/** Batches in which an order may fail to continue before its remainder is given up, so that its market goes on. */
const ATTEMPTS_MAX = 3;

/** Orders remembered; few ever continue. */
const ATTEMPTS_KEPT = 1_000;

/** Counts how often an order was continued from the same state, which means that the batch failed. */
export type Attempts = Map<bigint, { readonly filled: bigint; readonly count: number }>;

type ContinueInput = Input<ContinueCommand> & { readonly attempts: Attempts };

/** Continues the order of a market that met more makers than one batch carries. It pays from its hold. */
export function continueOrder(state: SpotState, input: ContinueInput, context: DecisionContext): Outcome<SpotRows> {
  const marketState = state.markets.get(input.command.market);
  const matching = marketState?.matching;
  if (marketState === undefined || matching === undefined) return NOTHING;
  const { order } = matching;
  const missingAccounts = missingOf(context.balances, [
    ...ownAccounts(order.owner, marketState),
    ...houseAccounts(state, marketState),
  ]);
  if (missingAccounts.length > 0) return { kind: 'deferred', missingAccounts };
  const terms = termsOf(marketState, matching);
  const ladder = freshLadder(state, marketState, { ...context.facts, nowMs: input.atMs });
  const step = { order, ladder, terms, input, context, pays: undefined };
  const whole = marketState.book.plan(order, terms, offersTo(ladder, order.side));
  const locked = lockedFills(marketState, whole.fills, context);
  const mustEnd = isStopped(marketState, context.facts) || isOutdated(order, input.atMs);
  if (locked === 0 && !mustEnd)
    return { kind: 'deferred', missingAccounts: makerAccounts(marketState, whole.fills.slice(0, 1)) };
  if (mustEnd || countAttempt(input.attempts, order) > ATTEMPTS_MAX)
    return executePlan(state, marketState, { ...step, plan: NO_FILLS, isCut: false });
  return executePlan(state, marketState, { ...step, ...cutPlan(whole, Math.min(FILLS_PER_COMMAND_MAX, locked)) });
}

/** Whether the market was halted meanwhile: then the order trades no more. */
const isStopped = (marketState: SpotMarketState, { halted, rules }: SpotFacts): boolean =>
  !rules.isOn || halted.has(marketState.market.id) || !isTraded(marketState);

const NO_FILLS: Plan<SpotOrder> = { fills: [], end: 'exhausted', rests: 0 };

function countAttempt(attempts: Attempts, { id, filled }: SpotOrder): number {
  const last = attempts.get(id);
  const count = last?.filled === filled ? last.count + 1 : 1;
  if (attempts.size > ATTEMPTS_KEPT) attempts.clear();
  attempts.set(id, { filled, count });
  return count;
}

const isOutdated = ({ force, atMs }: SpotOrder, nowMs: number): boolean =>
  force === 'ioc' && nowMs - atMs > CONTINUE_WITHIN_MS;

/** Returns the order's terms with what is left of its budget or proceeds. */
function termsOf({ unit }: SpotMarketState, { order, quoteUnits }: MatchingOrder): Terms {
  const remainder = remainderOf(order.force);
  if (quoteUnits === undefined) return { remainder };
  const left = quoteUnits - Number(order.cost / unit); // tidy: not money
  return order.side === 'buy' ? { remainder, budget: left } : { remainder, proceeds: left };
}

/** Counts the fills before the first whose account is locked elsewhere: orders behind it must not fill first. */
function lockedFills(marketState: SpotMarketState, fills: readonly Fill<SpotOrder>[], { balances }: DecisionContext) {
  const busy = fills.findIndex((fill) => missingOf(balances, makerAccounts(marketState, [fill])).length > 0);
  return busy < 0 ? Number.POSITIVE_INFINITY : busy;
}

/**
 * Returns the accounts of the order and of the makers it meets next. Without the house, which may have withdrawn by then:
 * beside its offers the order meets fewer of the same makers.
 */
export function continueAccounts(marketState: SpotMarketState): readonly AccountName[] {
  const { matching, book } = marketState;
  if (matching === undefined) return [];
  const { order } = matching;
  const { fills } = book.plan(order, termsOf(marketState, matching), offersTo(undefined, order.side));
  const makers = makerAccounts(marketState, fills.slice(0, FILLS_PER_COMMAND_MAX));
  return [...ownAccounts(order.owner, marketState), ...makers];
}
