import type { AccountName } from '@app/domain/ledger';
import type { OrderRequest } from '@app/domain/spot';
import type { Side } from '@app/matching';
import type { Input, RequiredAccounts } from '../../../engine/product.ts';
import { holdAccount, openOrdersOf } from './cancel-orders.ts';
import { continueAccounts } from './continue-order.ts';
import { fundAccounts } from './fund-ladder.ts';
import { houseAccounts, ownAccounts } from './spot-locks.ts';
import {
  isTraded,
  type PlaceCommand,
  type SpotCommand,
  type SpotMarketState,
  type SpotOrder,
  type SpotState,
} from './spot-state.ts';
import { sweepAccounts } from './sweep-orders.ts';

/**
 * Returns the accounts a batch will touch: always its users' own, plus a guess at those of the orders they will match.
 */
export function needsOf(state: SpotState, inputs: readonly Input<SpotCommand>[]): RequiredAccounts {
  const likelyAccounts = new Map<string, AccountName>();
  const runs = new Map<string, Run>();
  const add = (accounts: readonly AccountName[]) => {
    for (const account of accounts) likelyAccounts.set(`${account.owner}|${account.kind}|${account.currency}`, account);
  };
  const each = inputs.map(({ command, userId }): readonly AccountName[] => {
    if (command.name === 'spot.cancel') {
      const order = state.orders.get(command.order);
      return order === undefined ? [] : [holdAccount(state, order)];
    }
    if (command.name === 'spot.cancelAll') {
      return userId === undefined ? [] : openOrdersOf(state, { userId, command }).map((it) => holdAccount(state, it));
    }
    const marketState = state.markets.get(command.market);
    if (marketState === undefined) return [];
    if (command.name === 'fund') add(fundAccounts(marketState));
    if (command.name === 'sweep') add(sweepAccounts(marketState));
    if (command.name === 'continue') add(continueAccounts(marketState));
    if (command.name !== 'spot.place' || userId === undefined) {
      add(houseAccounts(state, marketState));
      return [];
    }
    for (const { owner } of guessMakers(marketState, command, runs)) add(ownAccounts(owner, marketState));
    add(houseAccounts(state, marketState));
    return ownAccounts(userId, marketState);
  });
  return { each, likelyAccounts: [...likelyAccounts.values()] };
}

/**
 * Maximum makers guessed per order: a user without money may request everything, so more accounts are locked only once
 * an order is found to need them.
 */
const GUESSED_MAX = 50;

/** How far the batch's orders together reach into one side of an order book. */
type Run = { readonly orders: Iterator<SpotOrder>; next: SpotOrder | undefined; reached: number; claimed: number };

/**
 * Guesses the resting orders an order will match, if the orders before it in the batch take what they request. A wrong
 * guess costs one batch: the decision finds an account that is not locked, and the command is retried with it.
 */
function guessMakers(
  marketState: SpotMarketState,
  { request, market }: PlaceCommand,
  runs: Map<string, Run>,
): SpotOrder[] {
  const requested = lotsOf(marketState, request);
  const limit = ticksOf(marketState, request);
  if (limit === undefined || !isTraded(marketState)) return [];
  const side: Side = request.side === 'buy' ? 'sell' : 'buy';
  const name = `${market}:${side}`;
  const run = runs.get(name) ?? startRun(marketState, side);
  runs.set(name, run);
  const crosses = (order: SpotOrder) => (request.side === 'buy' ? order.price <= limit : order.price >= limit);
  const met: SpotOrder[] = [];
  if (run.next === undefined || !crosses(run.next)) return met;
  run.claimed += requested;
  while (run.next !== undefined && crosses(run.next) && run.reached < run.claimed && met.length < GUESSED_MAX) {
    met.push(run.next);
    run.reached += run.next.open;
    run.next = run.orders.next().value as SpotOrder | undefined; // Undefined once the iterator has ended.
  }
  return met;
}

function startRun({ book }: SpotMarketState, side: Side): Run {
  const orders = book.orders(side)[Symbol.iterator]();
  return { orders, next: orders.next().value as SpotOrder | undefined, reached: 0, claimed: 0 }; // Same here.
}

/** Estimates the lots: the guess may be wrong, and an order off the grid is refused anyway. */
function lotsOf({ market, tick }: SpotMarketState, request: OrderRequest): number {
  if ('quantity' in request) return Number(request.quantity / market.lot); // tidy: not money
  const worth = 'budget' in request ? request.budget : request.proceeds;
  return tick === undefined ? 0 : Number((worth * 10n ** 18n) / (tick.price * market.lot)); // tidy: not money
}

function ticksOf({ market, tick }: SpotMarketState, request: OrderRequest): number | undefined {
  if (request.kind === 'limit') return Number(request.price / market.priceTick); // tidy: not money
  if (tick === undefined) return undefined;
  const index = Number(tick.price / market.priceTick); // tidy: not money
  return request.side === 'buy' ? index * 2 : 0;
}
