import type { AccountName } from '@app/domain/ledger';
import { demoHouse, ladderAccount, postLadderFunding } from '@app/domain/spot';
import { type Amount, divide, floorTo, multiply, subtract } from '@app/money';
import type { Input, Outcome } from '../../../engine/product.ts';
import { type DecisionContext, missingOf } from './spot-locks.ts';
import {
  type FundCommand,
  type IndexTick,
  NO_ROWS,
  type SpotMarketState,
  type SpotRows,
  type SpotState,
} from './spot-state.ts';
import { NOTHING } from './sweep-orders.ts';

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
  const worth = context.facts.demoFunding;
  if (marketState?.tick === undefined || state.mode !== 'demo' || !needsFunding(marketState, marketState.tick, worth))
    return NOTHING;
  const { market, tick, inventory } = marketState;
  const missingAccounts = missingOf(context.balances, fundAccounts(marketState));
  if (missingAccounts.length > 0) return { kind: 'deferred', missingAccounts };
  const target = { base: floorTo<Amount>(divide(worth, tick.price, 'down'), market.lot), quote: worth };
  marketState.fundings += 1;
  marketState.inventory = target;
  marketState.ladder = undefined; // Its quotes used the old inventory; the next tick rebuilds it.
  const funding = postLadderFunding({
    market,
    number: marketState.fundings,
    base: subtract(target.base, inventory.base),
    quote: subtract(target.quote, inventory.quote),
  });
  return { kind: 'done', answer: null, record: null, transfers: [funding], rows: NO_ROWS };
}

export const fundAccounts = ({ market }: SpotMarketState): readonly AccountName[] =>
  [market.base, market.quote].flatMap((currency) => [demoHouse(currency), ladderAccount(market.id, currency)]);
