import { multiplyByCount, type Price } from '@app/money';

const FACTORS = [1, 10, 100, 1_000];
/** A step wider than a thousandth of the price would put the whole book into a line or two. */
const COARSEST = 1_000;

/** The steps a book can be grouped to, finest first: the tick itself and what is still narrow at this price. */
export function bookSteps(tick: Price, price: Price | undefined): readonly Price[] {
  const steps = FACTORS.map((factor) => multiplyByCount(tick, factor));
  return steps.filter(
    (step, index) => index === 0 || (price !== undefined && multiplyByCount(step, COARSEST) <= price),
  );
}
