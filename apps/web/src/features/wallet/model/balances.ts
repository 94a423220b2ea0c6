import type { UserKind } from '@app/domain/ledger';
import { WORTH_CURRENCY } from '@app/domain/wallet';
import { type Amount, add, ZERO } from '@app/money';
import type { Output } from '@app/protocol';
import type { listWallets } from '@app/protocol/wallet';

export type Balances = Output<typeof listWallets>;
export type Balance = Balances['list'][number];

/** Amounts are cut to five places on screens (spec 9); the dollar coin has two. */
export const placesOf = (currency: string) => (currency === WORTH_CURRENCY ? 2 : 5);

/** What lies there, free or set aside. */
export const ownedIn = ({ available, frozen }: Balance): Amount => add(available, frozen);

/** Accounts that hold something, in the order of the ledger; the wallet is always among them. */
export function accountsOf(list: readonly Balance[]): readonly UserKind[] {
  const held = list.filter((balance) => ownedIn(balance) > ZERO).map(({ account }) => account);
  return [...new Set<UserKind>(['wallet', ...held])];
}

export const balancesIn = (list: readonly Balance[], account: UserKind | 'all') =>
  list.filter((balance) => ownedIn(balance) > ZERO && (account === 'all' || balance.account === account));

export const availableIn = (list: readonly Balance[], account: UserKind, currency: string): Amount =>
  list.find((balance) => balance.account === account && balance.currency === currency)?.available ?? ZERO;
