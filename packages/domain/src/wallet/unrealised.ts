import { type Amount, absolute, max, negate, type Price, type Rate, ratio, subtract, ZERO } from '@app/money';
import { valueAt } from './worth.ts';

/** A quantity of a coin and what it cost in USDT, first in first out and with fees. */
export type CostBasis = { readonly quantity: Amount; readonly cost: Amount };

export type Unrealised = {
  /** What one coin cost on average. */
  readonly average: Price;
  /** Value at the rate minus cost. */
  readonly result: Amount;
  /** The result as a share of the cost; undefined where it cost nothing. */
  readonly ratio: Rate | undefined;
};

/** Compares what is held with what it cost; undefined where nothing is held. */
export function unrealisedOf({ quantity, cost }: CostBasis, rate: Price): Unrealised | undefined {
  if (quantity <= ZERO) return undefined;
  const result = subtract(valueAt(quantity, rate), cost);
  const share = cost > ZERO ? ratio(absolute(result), cost, 'down') : undefined;
  return {
    average: ratio(max(cost, ZERO), quantity, 'down') as bigint as Price, // USDT for one coin.
    result,
    ratio: share === undefined || result >= ZERO ? share : negate(share),
  };
}
