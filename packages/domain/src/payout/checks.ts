import { type Decision, ok, refuse } from '@app/base';
import { type Amount, floorTo, formatDecimal, multiply, parseDecimal, type Rate, subtract, ZERO } from '@app/money';
import { type AmountRefusal, checkAmount } from '../withdrawal/index.ts';

/** Payouts are in this coin; the bank pays US dollars. */
export const PAYOUT_CURRENCY = 'USDT';
/** Amounts have whole cents. */
export const CENT = parseDecimal<Amount>('0.01');

/** What applies to every payout now. */
export type PayoutTerms = {
  readonly fee: Amount;
  readonly minimum: Amount;
  readonly maximum: Amount;
  /** US dollars for one USDT. */
  readonly rate: Rate;
};

/** The price of bitcoin that limits are counted at, and what the user has withdrawn within 24 hours of every kind. */
export type PayoutLimits = {
  readonly worthBtc: Amount | undefined;
  readonly usedBtc: Amount;
  readonly limitBtc: Amount;
};

export type PayoutCheckRefusal = AmountRefusal | 'above_maximum' | 'quote_expired';

/** Returns the dollars that arrive. A bank pays whole cents: what is below one is rounded down and stays with the platform. */
export const arrivingUsd = (amount: Amount, { fee, rate }: Pick<PayoutTerms, 'fee' | 'rate'>): Amount =>
  amount > fee ? floorTo(multiply(subtract(amount, fee), rate, 'down'), CENT) : ZERO;

/**
 * Decides on an amount, as on other withdrawals, and on the dollars that its user was shown: under other terms than those, the
 * user decides again. Returns the dollars.
 */
export function checkPayout(
  amount: Amount,
  shownUsd: Amount,
  terms: PayoutTerms,
  limits: PayoutLimits,
): Decision<Amount, PayoutCheckRefusal> {
  const { fee, minimum, maximum } = terms;
  if (amount > maximum) return refuse('above_maximum', { maximum: formatDecimal(maximum) });
  // Terms under which a fee could take all of it are no terms.
  const sound = minimum > fee ? { fee, minimum } : undefined;
  const checked = checkAmount(amount, { terms: sound, step: CENT, ...limits });
  if (!checked.ok) return checked;
  const usd = arrivingUsd(amount, terms);
  return usd === shownUsd ? ok(usd) : refuse('quote_expired');
}

/** Hides all of a name but the first letter of each word. */
export const maskName = (name: string): string =>
  name
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => `${[...word][0]}•••`)
    .join(' ');
