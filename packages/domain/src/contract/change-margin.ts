import { type Decision, ok, refuse } from '@app/base';
import {
  type Amount,
  add,
  divideRounded,
  formatDecimal,
  max,
  min,
  multiply,
  ONE,
  subtract,
  sum,
  ZERO,
} from '@app/money';
import type { ContractRules } from './contract-rules.ts';
import { maintenanceMargin } from './maintenance.ts';
import { marginAfterNights } from './overnight.ts';
import { type ContractNow, type ContractTerms, notionalAt, type Position, resultAt } from './position.ts';

/** Smallest amount there is. */
const UNIT = 1n as Amount;

const isTooSmall = (amount: Amount) => amount < UNIT;
const tooSmall = () => refuse('below_minimum', { minimum: formatDecimal(UNIT) });

/** Adds margin from the user's available balance. */
export function addMargin(
  position: Position,
  amount: Amount,
  available: Amount,
): Decision<Position, 'below_minimum' | 'insufficient_balance'> {
  if (isTooSmall(amount)) return tooSmall();
  if (amount > available) return refuse('insufficient_balance');
  return ok({ ...position, margin: add(position.margin, amount) });
}

/** Rules in force when margin is removed. The position's own terms stay those of its opening. */
type RemovalRules = Pick<ContractRules, 'terms' | 'leverageMax' | 'removalBufferRate'>;

/** Returns the least margin that is not liquidated at a notional, by some terms. */
const aliveMargin = ({ tiers, closeFeeRate }: ContractTerms, notional: Amount): Amount =>
  sum([maintenanceMargin(tiers, notional), multiply(notional, closeFeeRate, 'up'), UNIT]);

/**
 * Returns the margin that must stay: 1 / leverage + buffer of the notional, at the higher of entry and index price, so
 * more than opening demanded; and always more than what liquidates the position now. The lower of the position's leverage
 * and the highest that is allowed now counts, and the stricter of its terms and those in force. Rounded up.
 */
function marginFloor(position: Position, now: ContractNow, rules: RemovalRules): Amount {
  const notional = notionalAt(position, now.index);
  const larger = max(notional, notionalAt(position, position.entry));
  const times = BigInt(Math.min(position.leverage, rules.leverageMax));
  const initial = divideRounded(larger * (ONE + times * rules.removalBufferRate), times * ONE, 'up') as Amount;
  return max(initial, max(aliveMargin(position.terms, notional), aliveMargin(rules.terms, notional)));
}

/** Returns the most margin that may be removed. An unrealised loss counts, an unrealised profit does not. */
export function removableMargin(position: Position, now: ContractNow, rules: RemovalRules): Amount {
  const loss = min(resultAt(position, now.index), ZERO);
  const own = add(marginAfterNights(position, now.overnightIndex), loss);
  return max(subtract(own, marginFloor(position, now, rules)), ZERO);
}

/** Removes margin into the user's available balance, down to the floor. */
export function removeMargin(
  position: Position,
  amount: Amount,
  { now, rules }: { readonly now: ContractNow; readonly rules: RemovalRules },
): Decision<Position, 'below_minimum' | 'above_maximum'> {
  if (isTooSmall(amount)) return tooSmall();
  const maximum = removableMargin(position, now, rules);
  if (amount > maximum) return refuse('above_maximum', { maximum: formatDecimal(maximum) });
  return ok({ ...position, margin: subtract(position.margin, amount) });
}
