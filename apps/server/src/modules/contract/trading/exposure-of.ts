import { type Exposure, notionalAt } from '@app/domain/contract';
import { type Amount, add, max, subtract, sum, ZERO } from '@app/money';
import type { Balances } from '../../../engine/product.ts';
import type { ContractMarketState, ContractState, Deal, IndexTick } from './contract-state.ts';
import { platformAccounts } from './deals.ts';

type Asking = {
  readonly userId: bigint;
  /** A pending order that is about to open does not count twice; nor does a position that is reversed. */
  readonly except: Deal | undefined;
};

/**
 * Returns the exposure that a new position adds to, at a tick. Undefined while the sums of the market are being built
 * for the first time.
 */
export function exposureOf(
  state: ContractState,
  at: ContractMarketState,
  tick: IndexTick,
  { userId, except, balances }: Asking & { readonly balances: Balances },
): Exposure | undefined {
  const sums = at.stress.read(tick.price);
  if (sums === undefined) return undefined;
  const own = [...(state.byUser.get(userId) ?? [])].filter((deal) => deal.at === at && deal !== except);
  return {
    ofUser: sum(own.map(({ position }) => notionalAt(position, tick.price))),
    ...sums,
    capital: capitalFor(state, at, balances),
  };
}

/**
 * Returns the platform's money that pays for a move of one market: its capital and its result so far, less what moves of
 * the other markets would cost. All of them at once, because markets fall together.
 */
function capitalFor(state: ContractState, own: ContractMarketState, balances: Balances): Amount {
  const { result, capital } = platformAccounts(state);
  const funds = add(balances.of(result)?.available ?? ZERO, balances.of(capital)?.available ?? ZERO);
  const others = [...state.markets.values()].map((at) => (at === own ? ZERO : worstOf(at)));
  return subtract(funds, sum(others));
}

/** Returns what the worse of both moves of a market would cost the platform, around the reference of its sums. */
function worstOf({ stress }: ContractMarketState): Amount {
  if (stress.count === 0 || stress.reference === undefined) return ZERO;
  const sums = stress.read(stress.reference.index)?.stress;
  return sums === undefined ? ZERO : max(max(sums.rise, sums.fall), ZERO);
}
