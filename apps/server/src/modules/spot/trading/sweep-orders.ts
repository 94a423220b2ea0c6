import type { AccountName, Transfer } from '@app/domain/ledger';
import type { Side, SweepFill } from '@app/matching';
import type { Input, Outcome } from '../../../engine/product.ts';
import { receiptOf, takeFrom } from './ladder.ts';
import { settleFill } from './settle-fill.ts';
import type { SweepCommand } from './spot-commands.ts';
import { freshLadder } from './spot-facts.ts';
import { type DecisionContext, houseAccounts, missingOf, ownAccounts } from './spot-locks.ts';
import { type FillRow, NO_ROWS, type SpotRows } from './spot-rows.ts';
import type { SpotMarketState, SpotOrder, SpotState } from './spot-state.ts';

/** So many fills one command may make: a batch must end long before a successor takes its owner for dead. */
export const FILLS_PER_COMMAND_MAX = 400;

/** Nobody asked, so nobody is told. */
export const NOTHING: Outcome<SpotRows> = { kind: 'refused', code: 'nothing_offered' };

/** The price came to orders that rest: the house takes them at their own price, as anybody would who came now. */
export function sweepOrders(state: SpotState, input: Input<SweepCommand>, context: DecisionContext): Outcome<SpotRows> {
  const at = state.markets.get(input.command.market);
  const ladder = at && freshLadder(at, input.atMs, context.facts.rules);
  if (at === undefined || ladder === undefined) return NOTHING;
  const house = missingOf(context.balances, houseAccounts(state, at));
  if (house.length > 0) return { kind: 'deferred', wants: house };
  const transfers: Transfer[] = [];
  const fills: FillRow[] = [];
  const receipts: SpotRows['receipts'][number][] = [];
  for (const side of ['sell', 'buy'] as const) {
    const levels = side === 'sell' ? ladder.asks : ladder.bids;
    for (const swept of lockedOf(at, planSweep(at, side), context).slice(0, FILLS_PER_COMMAND_MAX - fills.length)) {
      const { maker, price, lots } = swept;
      at.book.applySweep([swept], levels); // One by one: an order that meets two levels is complete with the second only.
      const meeting = { fillId: context.nextId(), atMs: input.atMs, taker: undefined, maker, price, lots };
      const { row, transfer } = settleFill(state, at, meeting);
      transfers.push(transfer);
      fills.push(row);
      receipts.push(receiptOf(ladder, row, takeFrom(ladder, side, lots)));
    }
  }
  if (fills.length === 0) return NOTHING;
  at.isChanged = true;
  at.sweepPending = fills.length >= FILLS_PER_COMMAND_MAX; // There may be more, and they need not wait for the next tick.
  const changed = fills.flatMap(({ maker }) => maker ?? []);
  return { kind: 'done', answer: null, record: null, transfers, rows: { ...NO_ROWS, changed, fills, receipts } };
}

/** Up to the first one that somebody else holds: who stands behind it must not come first. The next tick goes on. */
function lockedOf(at: SpotMarketState, fills: readonly SweepFill<SpotOrder>[], { balances }: DecisionContext) {
  const busy = fills.findIndex(({ maker }) => missingOf(balances, ownAccounts(maker.owner, at)).length > 0);
  return busy < 0 ? fills : fills.slice(0, busy);
}

export const sweepAccounts = (at: SpotMarketState): readonly AccountName[] =>
  (['sell', 'buy'] as const).flatMap((side) =>
    planSweep(at, side).flatMap(({ maker }) => ownAccounts(maker.owner, at)),
  );

/** What the house meets on one side, no more of it than one batch should carry. */
const planSweep = ({ book, ladder }: SpotMarketState, side: Side) =>
  ladder === undefined
    ? []
    : book.planSweep(side, side === 'sell' ? ladder.asks : ladder.bids).slice(0, FILLS_PER_COMMAND_MAX);
