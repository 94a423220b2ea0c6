import { type Decision, ok, refuse } from '@app/base';
import {
  type Amount,
  ceilTo,
  divide,
  floorTo,
  formatDecimal,
  isMultipleOf,
  multiply,
  ONE,
  type Price,
  parseDecimal,
  type Rate,
  subtract,
} from '@app/money';
import { AMOUNT_PLACES_MAX } from '../checks/index.ts';
import type { UserKind } from '../ledger/index.ts';

/** Prices of both coins in this currency give the rate between them; its own price is one. */
export const CONVERT_BASE = 'USDT';

/** Accounts in which a user may convert; both sides are in the same one. */
export const CONVERT_ACCOUNTS = ['wallet', 'exchange'] as const satisfies readonly UserKind[];
export type ConvertAccount = (typeof CONVERT_ACCOUNTS)[number];

/** Index prices of both coins in the base currency. */
export type IndexPair = { readonly from: Price; readonly to: Price };

export type Quoted = {
  /** What the user receives: truncated to eight places, never rounded up. */
  readonly received: Amount;
  /** What the amount is worth at the index, in the coin received. */
  readonly indexValue: Amount;
  /** What the platform keeps, in the coin received: the spread and the truncated digits. */
  readonly kept: Amount;
};

/** A received amount has eight places (decision 202). */
const RECEIVED_STEP = parseDecimal<Amount>('0.00000001');
/** Spec 5: an amount has up to ten decimals. */
const AMOUNT_STEP = parseDecimal<Amount>(`0.${'1'.padStart(AMOUNT_PLACES_MAX, '0')}`);

/**
 * Computes a conversion: the amount at the index rate, less the spread, truncated. One division, so that nothing is
 * rounded before the end.
 */
export function quoteConversion(amount: Amount, prices: IndexPair, spreadRate: Rate): Quoted {
  const share = subtract(ONE as Rate, spreadRate);
  const exact = (amount * prices.from * share) / (prices.to * ONE);
  const received = floorTo(exact as Amount, RECEIVED_STEP);
  const indexValue = ((amount * prices.from) / prices.to) as Amount;
  return { received, indexValue, kept: subtract(indexValue, received) };
}

/** Rates for display, in the coin received for one of the coin given: at the index, and with the spread. */
export function ratesOf({ from, to }: IndexPair, spreadRate: Rate): { readonly index: Rate; readonly own: Rate } {
  const share = subtract(ONE as Rate, spreadRate);
  return { index: ((from * ONE) / to) as Rate, own: ((from * share) / to) as Rate };
}

export type ConvertLimits = { readonly minimum: Amount; readonly maximum: Amount };
export type SizeRefusal = 'below_minimum' | 'above_maximum';

/** Checks the worth of a conversion in the base currency; a refusal names the limit in the coin given. */
export function checkSize(
  amount: Amount,
  from: Price,
  { minimum, maximum }: ConvertLimits,
): Decision<Amount, SizeRefusal> {
  const worth = multiply(amount, from, 'down');
  if (worth < minimum)
    return refuse('below_minimum', { minimum: formatDecimal(ceilTo(divide(minimum, from, 'up'), RECEIVED_STEP)) });
  if (worth > maximum)
    return refuse('above_maximum', { maximum: formatDecimal(floorTo(divide(maximum, from, 'down'), RECEIVED_STEP)) });
  return ok(amount);
}

/** Checks what the user has. A whole balance may have more decimals than a user types. */
export function checkFunds(
  amount: Amount,
  available: Amount,
): Decision<Amount, 'insufficient_balance' | 'amount_step_wrong'> {
  if (amount > available) return refuse('insufficient_balance');
  if (amount === available || isMultipleOf(amount, AMOUNT_STEP)) return ok(amount);
  return refuse('amount_step_wrong', { step: formatDecimal(AMOUNT_STEP) });
}
