import { type Amount, compare, min, parseDecimal } from '@app/money';
import type { Balance } from '../../../data/account/balances.ts';
import type { FundsTransfer } from '../../../data/account/transfer-funds.ts';
import { stepOrder } from '../../../lib/step-order.ts';
import { isElsewhere, MARGIN_CURRENCY } from '../position/use-position.ts';

/** Steps of the guided first position. */
export const GUIDE_STEPS = ['fund', 'leverage', 'size', 'costs', 'place', 'positions'] as const;
export type GuideStep = (typeof GUIDE_STEPS)[number];

/** What the user has done, whether the guide asked for it or not. */
export type GuideFacts = { readonly hasFunds: boolean; readonly hasSize: boolean; readonly isOpened: boolean };

const { numberOf, nextStep, previousStep: before } = stepOrder(GUIDE_STEPS);

export { nextStep, numberOf };

/** Returns the step to start at: funds that are there need no transfer. */
export const stepAtStart = ({ hasFunds }: GuideFacts): GuideStep => (hasFunds ? 'leverage' : 'fund');

/** Returns the step before; undefined before the first, and before the second once there are funds. */
export const previousStep = (step: GuideStep, { hasFunds }: GuideFacts): GuideStep | undefined =>
  step === 'leverage' && hasFunds ? undefined : before(step);

/** Advances when the user has just done what the step is about; a position leads to the last step from anywhere. */
export function stepAfter(step: GuideStep, before: GuideFacts, now: GuideFacts): GuideStep {
  if (now.isOpened && !before.isOpened) return 'positions';
  if (step === 'fund' && now.hasFunds && !before.hasFunds) return 'leverage';
  return step === 'size' && now.hasSize && !before.hasSize ? 'costs' : step;
}

/** Enough for a position in every market, and little enough that 25% of it is a small one. */
const FUNDS = parseDecimal<Amount>('1000');

/** Returns the transfer that the guide offers, from the account with most money; undefined if no other has any. */
export function fundingFrom(list: readonly Balance[]): FundsTransfer | undefined {
  const [most] = list.filter(isElsewhere).toSorted((one, other) => compare(other.available, one.available));
  if (most === undefined || most.available === 0n) return undefined;
  const amount = min(most.available, FUNDS);
  return { from: most.account, to: 'contract', currency: MARGIN_CURRENCY, amount };
}
