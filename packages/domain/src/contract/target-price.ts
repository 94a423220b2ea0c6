import { type Amount, add, divideRounded, multiplyByCount, negate, ONE, type Price, subtract } from '@app/money';
import { notionalAt, type Position, sizeOf } from './position.ts';
import { quoteStepOf } from './quote.ts';

/**
 * Returns the price at which closing a position leaves a wanted result after opening and closing fee: the first of the
 * quote grid that leaves at least that. Undefined if no price does, or if it is more than the position can lose. Nights
 * are not included: nobody knows how many come.
 *
 * Long: (cost + fee + wanted) / (size × (1 − rate)). Short: (cost − fee − wanted) / (size × (1 + rate)).
 */
export function priceForResult(position: Position, wanted: Amount): Price | undefined {
  const { side, market, margin, openFee, terms } = position;
  if (wanted < negate(add(margin, openFee))) return undefined;
  const cost = notionalAt(position, position.entry);
  const due = add(openFee, wanted);
  const value = side === 'long' ? add(cost, due) : subtract(cost, due);
  if (value <= 0n) return undefined;
  const factor = side === 'long' ? ONE - terms.closeFeeRate : ONE + terms.closeFeeRate;
  const step = quoteStepOf(market);
  const steps = divideRounded(value * ONE * ONE, sizeOf(position) * factor * step, side === 'long' ? 'up' : 'down');
  const price = multiplyByCount(step, steps);
  return price > 0n ? price : undefined;
}
