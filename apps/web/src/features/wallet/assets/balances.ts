import type { UserKind } from '@app/domain/ledger';
import { type RateOf, rateIn, valueAt } from '@app/domain/wallet';
import { type Amount, multiply, ONE, sum, ZERO } from '@app/money';
import { type Balance, ownedIn } from '../../../data/account/balances.ts';
import type { Unit } from '../valuation/unit.ts';

export type ShownAccount = UserKind | 'all';

/** Returns accounts with a balance, in ledger sequence; the wallet is always included. */
export function accountsOf(list: readonly Balance[]): readonly UserKind[] {
  const held = list.filter((balance) => ownedIn(balance) > ZERO).map(({ account }) => account);
  return [...new Set<UserKind>(['wallet', ...held])];
}

export const balancesIn = (list: readonly Balance[], account: ShownAccount): readonly Balance[] =>
  list.filter((balance) => ownedIn(balance) > ZERO && (account === 'all' || balance.account === account));

/** Returns a balance's value, available plus frozen; undefined if its coin has no rate. */
export function worthOfBalance(balance: Balance, rateOf: RateOf | undefined): Amount | undefined {
  const rate = rateIn(rateOf ?? (() => undefined), balance.currency);
  return rate === undefined ? undefined : valueAt(ownedIn(balance), rate);
}

/** Returns the total value of balances, as far as their coins have rates. */
export const worthOfBalances = (list: readonly Balance[], rateOf: RateOf | undefined): Amount =>
  sum(list.map((balance) => worthOfBalance(balance, rateOf) ?? ZERO));

type Narrowing = {
  /** Search text for a coin's code, as typed. */
  readonly query: string;
  readonly isSmallHidden: boolean;
  readonly rateOf: RateOf | undefined;
  readonly unit: Unit;
};

/**
 * Returns the visible balances and how many were hidden as small. A coin without a rate may have any value, and stays.
 */
export function narrow(list: readonly Balance[], { query, isSmallHidden, rateOf, unit }: Narrowing) {
  const found = list.filter(({ currency }) => currency.toLowerCase().includes(query.trim().toLowerCase()));
  const isSmall = (balance: Balance) => {
    const worth = worthOfBalance(balance, rateOf);
    return worth !== undefined && multiply(worth, unit.rate, 'down') < ONE;
  };
  const shown = isSmallHidden ? found.filter((balance) => !isSmall(balance)) : found;
  return { shown, leftOut: found.length - shown.length };
}
