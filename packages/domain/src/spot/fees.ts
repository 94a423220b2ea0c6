import {
  type Amount,
  add,
  ceilToAmount,
  type ExactFee,
  exactProduct,
  NO_FEE,
  type Rate,
  subtract,
  ZERO,
} from '@app/money';

/** What an order has run up so far, unrounded, and what of it was charged: always the former, rounded up. */
export type FeeState = { readonly exactFee: ExactFee; readonly fee: Amount };

/** Before the first fill. */
export const NO_FEES: FeeState = { exactFee: NO_FEE, fee: ZERO };

/** The fee of one more fill: cumulative, so the order costs the same however it is cut into fills. */
export function chargeFee(state: FeeState, cost: Amount, rate: Rate): { due: Amount; next: FeeState } {
  const exactFee = add(state.exactFee, exactProduct(cost, rate));
  const fee = ceilToAmount(exactFee);
  return { due: subtract(fee, state.fee), next: { exactFee, fee } };
}
