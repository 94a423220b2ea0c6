import { type Amount, absolute, add, max, negate, type Rate, ratio, sum, ZERO } from '@app/money';
import { marginAfterNights } from './overnight.ts';
import { type ContractNow, type Position, resultAt } from './position.ts';

/** Returns what the position is worth at the index, before closing fee and spread: negative below bankruptcy. */
export const equityAt = (position: Position, { index, overnightIndex }: ContractNow): Amount =>
  add(marginAfterNights(position, overnightIndex), resultAt(position, index));

/**
 * Returns the unrealised result as a share of the margin, negative for a loss. A gain is rounded down and a loss up, so
 * no figure looks better than it is. Undefined once overnight fees have used up the margin.
 */
export function returnOnMargin(position: Position, { index, overnightIndex }: ContractNow): Rate | undefined {
  const margin = marginAfterNights(position, overnightIndex);
  if (margin <= ZERO) return undefined;
  const result = resultAt(position, index);
  return result < ZERO ? negate(ratio(absolute(result), margin, 'up')) : ratio(result, margin, 'down');
}

/**
 * Returns the risk rate: margin and unrealised result, as a share of the margin (decisions, "Contract"). Rounded down,
 * and zero once nothing is left. Undefined once overnight fees have used up the margin.
 */
export function riskRate(position: Position, now: ContractNow): Rate | undefined {
  const margin = marginAfterNights(position, now.overnightIndex);
  if (margin <= ZERO) return undefined;
  return ratio(max(equityAt(position, now), ZERO), margin, 'down');
}

/**
 * Returns the most that a position can cost its user, whatever the price does: its margin, and the fees already paid for
 * it. Later overnight and closing fees are paid out of margin and profit.
 */
export const maximumLoss = ({ margin, openFee, overnightCharged }: Position): Amount =>
  sum([margin, openFee, overnightCharged]);
