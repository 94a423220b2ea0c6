import { type Amount, add, floorTo, multiply, ONE, type Price, parseDecimal, ZERO } from '@app/money';
import type { UserKind } from '../ledger/index.ts';

/** Currency all holdings are valued in; its rate is one. */
export const WORTH_CURRENCY = 'USDT';

/** Truncation step of each coin's value, so that a total is never overstated. */
const WORTH_STEP = parseDecimal<Amount>('0.00000001');

type Balance = {
  readonly account: UserKind;
  readonly currency: string;
  readonly available: Amount;
  readonly frozen: Amount;
};

/** Amount of each coin a user owns, over all accounts. */
export type Holdings = ReadonlyMap<string, Amount>;

/** Returns the rate of a coin; undefined where no rate exists. */
export type RateOf = (currency: string) => Price | undefined;

/**
 * Sums balances by coin; available and frozen count alike. Bonus money cannot be withdrawn by the user, so it does not
 * count.
 */
export function holdingsOf(balances: Iterable<Balance>): Holdings {
  const held = new Map<string, Amount>();
  for (const { account, currency, available, frozen } of balances)
    if (account !== 'bonus') held.set(currency, add(held.get(currency) ?? ZERO, add(available, frozen)));
  return held;
}

/** Values an amount at a rate: truncated, never rounded up. */
export const valueAt = (amount: Amount, rate: Price): Amount => floorTo(multiply(amount, rate, 'down'), WORTH_STEP);

/** Returns a coin's rate; the valuation currency always has one. */
export const rateIn = (rateOf: RateOf, currency: string): Price | undefined =>
  currency === WORTH_CURRENCY ? (ONE as Price) : rateOf(currency);

export type Worth = { readonly total: Amount; readonly unvalued: string[] };

/** Returns the total value. Coins without a rate are listed and excluded rather than valued at zero. */
export function worthOf(holdings: Holdings, rateOf: RateOf): Worth {
  let total = ZERO;
  const unvalued: string[] = [];
  for (const [currency, amount] of holdings) {
    const rate = rateIn(rateOf, currency);
    if (rate !== undefined) total = add(total, valueAt(amount, rate));
    else if (amount > ZERO) unvalued.push(currency);
  }
  return { total, unvalued: unvalued.sort() };
}
