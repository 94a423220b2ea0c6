import { type AccountName, type Entry, externalAccount, move } from '@app/domain/ledger';
import { ladderAccount } from '@app/domain/spot';
import { type Amount, divide, floorTo, multiply, negate, subtract, ZERO } from '@app/money';
import type { Input, Outcome } from '../../../engine/product.ts';
import type { FundCommand } from './spot-commands.ts';
import { type DecisionContext, missingOf } from './spot-locks.ts';
import type { IndexTick, SpotMarketState, SpotState } from './spot-state.ts';
import { NO_ROWS, type SpotRows } from './spot-state.ts';
import { NOTHING } from './sweep-orders.ts';

/** Returns the source of the demo house's money, which also receives any excess. */
export const demoHouse = (currency: string): AccountName => externalAccount('demo-house', currency);

/**
 * Returns whether the demo house of a market has no funds yet, or is so one-sided that it could soon quote only the
 * other side: demo money is free, and one user could otherwise empty a market for everyone.
 */
export function needsFunding({ inventory, fundings }: SpotMarketState, tick: IndexTick, funding: Amount): boolean {
  if (fundings === 0) return true;
  const base = multiply(inventory.base, tick.price, 'down');
  return [base, inventory.quote].some((worth) => worth * 5n < funding || worth * 10n > funding * 19n);
}

/** Resets both sides of a demo ladder to their initial value, at the current price. */
export function fundLadder(state: SpotState, input: Input<FundCommand>, context: DecisionContext): Outcome<SpotRows> {
  const marketState = state.markets.get(input.command.market);
  const funding = context.facts.demoFunding;
  if (marketState?.tick === undefined || state.mode !== 'demo' || !needsFunding(marketState, marketState.tick, funding))
    return NOTHING;
  const { market, tick, inventory } = marketState;
  const missingAccounts = missingOf(context.balances, fundAccounts(marketState));
  if (missingAccounts.length > 0) return { kind: 'deferred', missingAccounts };
  const target = { base: floorTo<Amount>(divide(funding, tick.price, 'down'), market.lot), quote: funding };
  const entries = [
    ...rebalanceEntries(marketState, market.base, subtract(target.base, inventory.base)),
    ...rebalanceEntries(marketState, market.quote, subtract(target.quote, inventory.quote)),
  ];
  marketState.fundings += 1;
  marketState.inventory = target;
  marketState.ladder = undefined; // Its quotes used the old inventory; the next tick rebuilds it.
  const ref = `${state.mode}:${market.id}:${marketState.fundings}`;
  const transfers = [{ kind: 'spot.ladder.funding', ref, mode: state.mode, entries }];
  return { kind: 'done', answer: null, record: null, transfers, rows: NO_ROWS };
}

function rebalanceEntries({ market }: SpotMarketState, currency: string, missing: Amount): readonly Entry[] {
  const source = demoHouse(currency);
  const ladder = ladderAccount(market.id, currency);
  if (missing === ZERO) return [];
  return missing > ZERO ? move(missing, source, ladder) : move(negate(missing), ladder, source);
}

export const fundAccounts = ({ market }: SpotMarketState): readonly AccountName[] =>
  [market.base, market.quote].flatMap((currency) => [demoHouse(currency), ladderAccount(market.id, currency)]);
