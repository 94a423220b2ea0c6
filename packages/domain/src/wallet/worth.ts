import { type Amount, add, floorTo, multiply, ONE, type Price, parseDecimal, ZERO } from '@app/money';
import type { UserKind } from '../ledger/index.ts';

/** What everything is counted in; one of it is worth one. */
export const WORTH_CURRENCY = 'USDT';

/** Each coin's worth is cut here, so that a total never says more than there is. */
const WORTH_STEP = parseDecimal<Amount>('0.00000001');

type Balance = {
  readonly account: UserKind;
  readonly currency: string;
  readonly available: Amount;
  readonly frozen: Amount;
};

/** How much of each coin somebody owns, wherever it lies. */
export type Holdings = ReadonlyMap<string, Amount>;

/** What one of a coin is worth; nothing where nobody says so. */
export type RateOf = (currency: string) => Price | undefined;

/** What is free and what is set aside count alike. Bonus money is not the user's to take out, so it does not count. */
export function holdingsOf(balances: Iterable<Balance>): Holdings {
  const held = new Map<string, Amount>();
  for (const { account, currency, available, frozen } of balances)
    if (account !== 'bonus') held.set(currency, add(held.get(currency) ?? ZERO, add(available, frozen)));
  return held;
}

/** What so much of a coin is worth at a rate: cut, never rounded up. */
export const valueAt = (amount: Amount, rate: Price): Amount => floorTo(multiply(amount, rate, 'down'), WORTH_STEP);

/** A coin's rate; the coin that all is counted in has one that nobody need say. */
export const rateIn = (rateOf: RateOf, currency: string): Price | undefined =>
  currency === WORTH_CURRENCY ? (ONE as Price) : rateOf(currency);

export type Worth = { readonly total: Amount; readonly unvalued: string[] };

/** What it is all worth. Coins without a rate are named and left out rather than called worthless. */
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
