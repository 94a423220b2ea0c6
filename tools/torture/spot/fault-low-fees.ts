import { type FeeState, chargeFee as sound } from '@app/domain/spot';
import { type Amount, type ExactFee, multiply, parseDecimal, type Rate } from '@app/money';
import { FEE_LEVELS } from './terms.ts';

export * from '@app/domain/spot';

const TAKER_RATES = FEE_LEVELS.map(({ taker }) => parseDecimal<Rate>(taker));
const PLACES = 10n ** 18n;

/**
 * Applies a sabotage: rounds each fill's fee down separately. For takers only: a maker's hold would not balance, and
 * the engine itself would detect it.
 */
export function chargeFee(state: FeeState, cost: Amount, rate: Rate): ReturnType<typeof sound> {
  if (!TAKER_RATES.includes(rate)) return sound(state, cost, rate);
  const due = multiply(cost, rate, 'down');
  const exactFee = (state.exactFee + due * PLACES) as ExactFee; // Recorded as if exact.
  return { due, next: { exactFee, fee: (state.fee + due) as Amount } };
}
