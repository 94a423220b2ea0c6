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

/** Accrued fee of an order, unrounded, and the fee charged so far: always the accrued fee, rounded up. */
export type FeeState = { readonly exactFee: ExactFee; readonly fee: Amount };

/** Fee state before the first fill. */
export const NO_FEES: FeeState = { exactFee: NO_FEE, fee: ZERO };

/** Charges the fee of one more fill; cumulative, so the order costs the same however it is split into fills. */
export function chargeFee(state: FeeState, cost: Amount, rate: Rate): { due: Amount; next: FeeState } {
  const exactFee = add(state.exactFee, exactProduct(cost, rate));
  const fee = ceilToAmount(exactFee);
  return { due: subtract(fee, state.fee), next: { exactFee, fee } };
}
