import type { UserKind } from '@app/domain/ledger';
import { type RateOf, rateIn, valueAt } from '@app/domain/wallet';
import { type Amount, multiply, ONE, sum, ZERO } from '@app/money';
import { type Balance, ownedIn } from '../../../shared/balances.ts';
import type { Unit } from './unit.ts';

export type ShownAccount = UserKind | 'all';

/** Accounts that hold something, in the order of the ledger; the wallet is always among them. */
export function accountsOf(list: readonly Balance[]): readonly UserKind[] {
  const held = list.filter((balance) => ownedIn(balance) > ZERO).map(({ account }) => account);
  return [...new Set<UserKind>(['wallet', ...held])];
}

export const balancesIn = (list: readonly Balance[], account: ShownAccount): readonly Balance[] =>
  list.filter((balance) => ownedIn(balance) > ZERO && (account === 'all' || balance.account === account));

/** What one of them is worth, set aside or not; nothing where its coin has no rate. */
export function worthOfBalance(balance: Balance, rateOf: RateOf | undefined): Amount | undefined {
  const rate = rateIn(rateOf ?? (() => undefined), balance.currency);
  return rate === undefined ? undefined : valueAt(ownedIn(balance), rate);
}

/** What they are worth together, as far as their coins have rates. */
export const worthOfBalances = (list: readonly Balance[], rateOf: RateOf | undefined): Amount =>
  sum(list.map((balance) => worthOfBalance(balance, rateOf) ?? ZERO));

type Narrowing = {
  /** Of a coin's code, as they are typed. */
  readonly query: string;
  readonly isSmallHidden: boolean;
  readonly rateOf: RateOf | undefined;
  readonly unit: Unit;
};

/** Those to be seen, and how many were left out for being small. One without a rate may be worth anything, and stays. */
export function narrow(list: readonly Balance[], { query, isSmallHidden, rateOf, unit }: Narrowing) {
  const found = list.filter(({ currency }) => currency.toLowerCase().includes(query.trim().toLowerCase()));
  const isSmall = (balance: Balance) => {
    const worth = worthOfBalance(balance, rateOf);
    return worth !== undefined && multiply(worth, unit.rate, 'down') < ONE;
  };
  const shown = isSmallHidden ? found.filter((balance) => !isSmall(balance)) : found;
  return { shown, leftOut: found.length - shown.length };
}
