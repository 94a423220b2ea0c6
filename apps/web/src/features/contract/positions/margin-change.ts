import type { Decision } from '@app/base';
import { figuresOf, type PositionFigures } from '@app/client/contract';
import {
  addMargin,
  type ContractNow,
  type ContractRules,
  type Position,
  removableMargin,
  removeMargin,
} from '@app/domain/contract';
import { type Amount, max, ZERO } from '@app/money';

export const MARGIN_MOVES = ['add', 'remove'] as const;
export type MarginMove = (typeof MARGIN_MOVES)[number];

export type MarginContext = {
  readonly position: Position;
  readonly now: ContractNow;
  /** Available in the contract account. */
  readonly available: Amount;
  readonly rules: Pick<ContractRules, 'terms' | 'leverageMax' | 'removalBufferRate'>;
};

/** Returns the most margin that a move allows now. */
export const marginMost = (move: MarginMove, { position, now, available, rules }: MarginContext): Amount =>
  move === 'add' ? max(available, ZERO) : removableMargin(position, now, rules);

/** Returns the figures after a change of margin, or why it is refused. */
export function previewMargin(
  move: MarginMove,
  amount: Amount,
  { position, now, available, rules }: MarginContext,
): Decision<PositionFigures, 'below_minimum' | 'above_maximum' | 'insufficient_balance'> {
  const changed =
    move === 'add' ? addMargin(position, amount, available) : removeMargin(position, amount, { now, rules });
  return changed.ok ? { ...changed, value: figuresOf(changed.value, now) } : changed;
}
