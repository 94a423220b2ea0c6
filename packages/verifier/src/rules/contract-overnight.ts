import { timesUp } from './contract-figures.ts';

/** One night of a market with all inputs of its rule; prices and rates are integers of 10⁻¹⁸. */
export type Night = {
  readonly kind: 'overnight';
  readonly day: string;
  readonly indexBefore: bigint;
  readonly indexAfter: bigint;
  readonly rate: bigint;
  /** Index price of the tick. */
  readonly index: bigint;
};
export type OvernightFinding = keyof typeof OVERNIGHT_RULE_CHECKS;

/** Returns the fee of one night for one base unit, rounded up. */
export const nightOf = ({ index, rate }: Pick<Night, 'index' | 'rate'>): bigint => timesUp(index, rate);

export const OVERNIGHT_RULE_CHECKS = {
  /** The night added its published share of the index price, rounded up: nothing less, and nothing more. */
  index: (night: Night) => night.indexAfter === night.indexBefore + nightOf(night),
};
