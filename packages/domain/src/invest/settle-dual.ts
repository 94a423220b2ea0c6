import { assert } from '@app/base';
import { type Amount, multiply, ONE, type Price, type Rate } from '@app/money';

/** Terms of a dual product that takes coins (spec 5, "Invest settlement", type call). */
export type DualTerms = {
  readonly investment: Amount;
  readonly linkedPrice: Price;
  readonly days: number;
  /** Yield per year. */
  readonly apr: Rate;
};

const DAYS_OF_YEAR = 365n;

/**
 * Returns what a matured investment pays: coins below the linked price, otherwise USDT at the linked price. Both carry
 * the same yield and are rounded down, in favour of the payer.
 */
export function settleDual(
  { investment, linkedPrice, days, apr }: DualTerms,
  settlementPrice: Price,
): { readonly paidIn: 'coin' | 'usdt'; readonly amount: Amount } {
  assert(Number.isInteger(days) && days > 0, 'a term is a whole number of days');
  const growth = (ONE * DAYS_OF_YEAR + BigInt(days) * apr) as Rate; // 365 times the factor: nothing is rounded yet.
  const overAYear = (principal: Amount) => (multiply(principal, growth, 'down') / DAYS_OF_YEAR) as Amount; // Rounds down.
  if (settlementPrice < linkedPrice) return { paidIn: 'coin', amount: overAYear(investment) };
  return { paidIn: 'usdt', amount: overAYear(multiply(investment, linkedPrice, 'down')) };
}
