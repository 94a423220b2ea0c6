import { multiplyByCount, type Price } from '@app/money';

const FACTORS = [1, 10, 100, 1_000];
/** A step wider than a thousandth of the price would collapse the whole order book into one or two rows. */
const COARSEST = 1_000;

/**
 * Returns the steps an order book can be grouped by, finest first: the tick itself and the multiples that are still
 * narrow at this price.
 */
export function bookSteps(tick: Price, price: Price | undefined): readonly Price[] {
  const steps = FACTORS.map((factor) => multiplyByCount(tick, factor));
  return steps.filter(
    (step, index) => index === 0 || (price !== undefined && multiplyByCount(step, COARSEST) <= price),
  );
}
