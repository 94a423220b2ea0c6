import { assert, type Decision, ok } from '@app/base';
import type { AccountName } from '@app/domain/ledger';
import { checkPersonalLimits } from '@app/domain/limits';
import { type CheckedOrder, checkOrder, exchangeAccount, NO_FEES, type OrderRequest } from '@app/domain/spot';
import type { Plan, Terms } from '@app/matching';
import { type Amount, ZERO } from '@app/money';
import type { RefusalCode } from '@app/protocol';
import type { Outcome } from '../../../engine/product.ts';
import { lossOf } from './day-trades.ts';
import { cutPlan, executePlan, type PlaceInput, remainderOf } from './execute-plan.ts';
import { offersTo } from './ladder.ts';
import { freshLadder, indexNow, type SpotFacts } from './spot-facts.ts';
import { type DecisionContext, houseAccounts, makerAccounts, missingOf, ownAccounts } from './spot-locks.ts';
import { isTraded, type SpotMarketState, type SpotOrder, type SpotRows, type SpotState } from './spot-state.ts';

/** Places an order. Changes nothing until every account it touches is locked. */
export function placeOrder(state: SpotState, input: PlaceInput, context: DecisionContext): Outcome<SpotRows> {
  const marketState = state.markets.get(input.command.market);
  if (marketState === undefined || !isTraded(marketState)) return { kind: 'refused', code: 'not_found' };
  if (marketState.matching !== undefined) return { kind: 'waiting' };
  const own = missingOf(context.balances, ownAccounts(input.userId, marketState));
  if (own.length > 0) return { kind: 'deferred', missingAccounts: own };
  const checked = check(state, marketState, input, context);
  if (!checked.ok) return { kind: 'refused', code: checked.code, params: checked.params };
  const order = newOrder(input, checked.value, context.facts);
  const ladder = freshLadder(state, marketState, { ...context.facts, nowMs: input.atMs });
  const terms = termsOf(input.command.request, checked.value);
  const { plan, isCut } = cutPlan(marketState.book.plan(order, terms, offersTo(ladder, order.side)));
  const refusal = refusalOf(plan, terms);
  if (refusal !== undefined) return { kind: 'refused', code: refusal };
  const missingAccounts = missingOf(context.balances, accountsOf(state, marketState, plan));
  if (missingAccounts.length > 0) return { kind: 'deferred', missingAccounts };
  return executePlan(state, marketState, {
    order,
    plan,
    isCut,
    ladder,
    terms,
    input,
    context,
    pays: checked.value.pays,
  });
}

function check(
  state: SpotState,
  marketState: SpotMarketState,
  { userId, atMs, command: { request } }: PlaceInput,
  { balances, facts }: DecisionContext,
): Decision<CheckedOrder, RefusalCode> {
  const available = (currency: string) => balances.of(exchangeAccount(userId, currency))?.available ?? ZERO;
  const checked = checkOrder(request, {
    market: marketState.market,
    mode: state.mode,
    isHalted: facts.halted.has(marketState.market.id),
    rules: facts.rules,
    index: indexNow(marketState, atMs),
    fees: facts.feesOf(userId),
    openOrders: state.byUser.get(userId)?.size ?? 0,
    available: { base: available(marketState.market.base), quote: available(marketState.market.quote) },
  });
  if (!checked.ok) return checked;
  const allowed = checkOwnLimits(state, facts, { userId, atMs, request, amount: checked.value.pays.amount });
  return allowed.ok ? checked : allowed;
}

type Risk = {
  readonly userId: bigint;
  readonly atMs: number;
  readonly request: OrderRequest;
  readonly amount: Amount;
};

/** Checks the user's personal limits. Buying takes risk; selling reduces it and is never blocked. */
function checkOwnLimits(
  state: SpotState,
  facts: SpotFacts,
  { userId, atMs, request, amount }: Risk,
): Decision<true, RefusalCode> {
  const limited = facts.limitsOf(userId);
  if (limited === undefined) return ok(true);
  const kind = request.side === 'buy' ? 'open' : 'reduce';
  const lossToday = lossOf(state, userId, facts.otherResultOf(userId));
  return checkPersonalLimits(limited, { kind, nowMs: atMs, lossToday, depositedToday: ZERO, amount });
}

const newOrder = (
  { id, userId, key, atMs, command: { market, request } }: PlaceInput,
  { limitTicks, lots }: CheckedOrder,
  facts: SpotFacts,
): SpotOrder => ({
  id,
  owner: userId,
  side: request.side,
  price: limitTicks,
  open: lots,
  market,
  kind: request.kind,
  key,
  atMs,
  force: request.kind === 'limit' ? request.force : 'ioc',
  limit: request.kind === 'limit' ? request.price : undefined,
  quantity: 'quantity' in request ? request.quantity : undefined,
  budget: quoteAmountOf(request),
  makerRate: facts.feesOf(userId).maker,
  takerRate: facts.feesOf(userId).taker,
  filled: ZERO,
  cost: ZERO,
  feeState: NO_FEES,
  held: ZERO,
  status: 'open',
  reason: undefined,
  closedAtMs: undefined,
});

/** Returns what a market order spends or brings in the quote currency; undefined for an order by quantity. */
function quoteAmountOf(request: OrderRequest): Amount | undefined {
  if ('budget' in request) return request.budget;
  return 'proceeds' in request ? request.proceeds : undefined;
}

function termsOf(request: OrderRequest, { quoteUnits }: CheckedOrder): Terms {
  const remainder = remainderOf(request.kind === 'limit' ? request.force : 'ioc');
  if (quoteUnits === undefined) return { remainder };
  return request.side === 'buy' ? { remainder, budget: quoteUnits } : { remainder, proceeds: quoteUnits };
}

/** Refuses an order that would neither fill nor rest, so that the caller may retry it. */
function refusalOf({ fills, end, rests }: Plan<SpotOrder>, { remainder }: Terms): RefusalCode | undefined {
  if (end === 'would_take') return 'would_take';
  if (fills.length > 0 || rests > 0) return undefined;
  if (end === 'own_order') return 'own_order_crossed';
  assert(remainder === 'cancel', 'what neither fills nor rests was not meant to rest');
  return 'nothing_offered';
}

function accountsOf(
  state: SpotState,
  marketState: SpotMarketState,
  { fills }: Plan<SpotOrder>,
): readonly AccountName[] {
  return fills.length === 0 ? [] : [...makerAccounts(marketState, fills), ...houseAccounts(state, marketState)];
}
