import type { AccountName, Transfer } from '@app/domain/ledger';
import type { Side, SweepFill } from '@app/matching';
import type { Input, Outcome } from '../../../engine/product.ts';
import { FILLS_PER_COMMAND_MAX } from './execute-plan.ts';
import { issueReceipt } from './ladder.ts';
import { settleFill } from './settle-fill.ts';
import { freshLadder } from './spot-facts.ts';
import { type DecisionContext, houseAccounts, missingOf, ownAccounts } from './spot-locks.ts';
import {
  type FillRow,
  NO_ROWS,
  type SpotMarketState,
  type SpotOrder,
  type SpotRows,
  type SpotState,
  type SweepCommand,
} from './spot-state.ts';

/** Outcome of an internal command that did nothing: it has no caller to notify. */
export const NOTHING: Outcome<SpotRows> = { kind: 'refused', code: 'nothing_offered' };

/** Fills resting orders that the price has reached: the house takes them at their own price, like any taker. */
export function sweepOrders(state: SpotState, input: Input<SweepCommand>, context: DecisionContext): Outcome<SpotRows> {
  const marketState = state.markets.get(input.command.market);
  const { freshness } = context.facts;
  const ladder = marketState && freshLadder(state, marketState, { ...context.facts, nowMs: input.atMs });
  // An order that continues comes first; the sweep is repeated when it has stopped.
  if (marketState === undefined || ladder === undefined || marketState.matching !== undefined) return NOTHING;
  const house = missingOf(context.balances, houseAccounts(state, marketState));
  if (house.length > 0) return { kind: 'deferred', missingAccounts: house };
  const transfers: Transfer[] = [];
  const fills: FillRow[] = [];
  const receipts: SpotRows['receipts'][number][] = [];
  for (const side of ['sell', 'buy'] as const) {
    const levels = side === 'sell' ? ladder.asks : ladder.bids;
    for (const swept of lockedOf(marketState, planSweep(marketState, side), context).slice(
      0,
      FILLS_PER_COMMAND_MAX - fills.length,
    )) {
      const { maker, price, lots } = swept;
      marketState.book.applySweep([swept], levels); // One by one: an order across two levels is only complete with the second.
      const match = { fillId: context.nextId(), atMs: input.atMs, taker: undefined, maker, price, lots };
      const { row, transfer } = settleFill(state, marketState, match);
      transfers.push(transfer);
      fills.push(row);
      receipts.push(issueReceipt(ladder, row, { lots, freshness }));
    }
  }
  if (fills.length === 0) return NOTHING;
  marketState.isChanged = true;
  marketState.sweepPending = fills.length >= FILLS_PER_COMMAND_MAX; // There may be more; they need not wait for the next tick.
  const changed = fills.flatMap(({ maker }) => maker ?? []);
  return { kind: 'done', answer: null, record: null, transfers, rows: { ...NO_ROWS, changed, fills, receipts } };
}

/**
 * Returns the fills up to the first whose account is locked elsewhere: orders behind it must not fill first. The next
 * tick continues.
 */
function lockedOf(marketState: SpotMarketState, fills: readonly SweepFill<SpotOrder>[], { balances }: DecisionContext) {
  const busy = fills.findIndex(({ maker }) => missingOf(balances, ownAccounts(maker.owner, marketState)).length > 0);
  return busy < 0 ? fills : fills.slice(0, busy);
}

export const sweepAccounts = (marketState: SpotMarketState): readonly AccountName[] =>
  (['sell', 'buy'] as const).flatMap((side) =>
    planSweep(marketState, side).flatMap(({ maker }) => ownAccounts(maker.owner, marketState)),
  );

/** Plans the house's fills on one side, capped at what one batch should carry. */
const planSweep = ({ book, ladder }: SpotMarketState, side: Side) =>
  ladder === undefined
    ? []
    : book.planSweep(side, side === 'sell' ? ladder.asks : ladder.bids).slice(0, FILLS_PER_COMMAND_MAX);
