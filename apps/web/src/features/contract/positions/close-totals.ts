import { previewClose } from '@app/client/contract';
import { type ContractNow, notionalAt, type Position, type PositionSide } from '@app/domain/contract';
import { type Amount, add, type Rate, ZERO } from '@app/money';

/** Which positions are closed together. */
export const CLOSE_GROUPS = ['all', 'long', 'short'] as const;
export type CloseGroup = (typeof CLOSE_GROUPS)[number];

/** Wire values of `closeAllDeals`. */
export const GROUP_TYPES = { all: 0, long: 1, short: 2 } as const satisfies Record<CloseGroup, number>;

export const isInGroup = (group: CloseGroup, side: PositionSide): boolean => group === 'all' || group === side;

/** A position with what its close depends on. */
export type Closable = {
  readonly position: Position;
  readonly now: ContractNow;
  readonly spreadRate: Rate;
  readonly lotsMin: Amount;
};

/** Sums of closing positions whole at the prices of now. */
export type CloseTotals = { readonly notional: Amount; readonly realised: Amount; readonly returned: Amount };

export function closeTotalsOf(positions: readonly Closable[]): CloseTotals {
  const totals = { notional: ZERO, realised: ZERO, returned: ZERO };
  for (const { position, ...at } of positions) {
    const preview = previewClose(position, position.lots, at);
    if (preview === undefined) continue; // All of a position may always be closed.
    totals.notional = add(totals.notional, notionalAt(position, at.now.index));
    totals.realised = add(totals.realised, preview.realised);
    totals.returned = add(totals.returned, preview.settlement.returned);
  }
  return totals;
}
