import type { UserKind } from '@app/domain/ledger';
import { type Amount, add, sum, ZERO } from '@app/money';
import type { Output } from '@app/protocol';
import type { listWallets } from '@app/protocol/wallet';

export type Balances = Output<typeof listWallets>;
export type Balance = Balances['list'][number];

const TOTAL_CURRENCY = 'USDT';
/** Amounts are cut to five places on screens (spec 9); the dollar coin has two. */
export const placesOf = (currency: string) => (currency === TOTAL_CURRENCY ? 2 : 5);

const worth = ({ available, frozen }: Balance): Amount => add(available, frozen);

/** All of the dollar coin, wherever it lies; bonus money is not the user's to take out, so it does not count. */
export const totalOf = (list: readonly Balance[]): Amount =>
  sum(list.filter(({ account, currency }) => currency === TOTAL_CURRENCY && account !== 'bonus').map(worth));

/** Coins that the total leaves out, because no rate is known here. */
export const coinsBeside = (list: readonly Balance[]): number =>
  new Set(list.filter((it) => it.currency !== TOTAL_CURRENCY && worth(it) > ZERO).map(({ currency }) => currency)).size;

/** Accounts that hold something, in the order of the ledger; the wallet is always among them. */
export function accountsOf(list: readonly Balance[]): readonly UserKind[] {
  const held = list.filter((balance) => worth(balance) > ZERO).map(({ account }) => account);
  return [...new Set<UserKind>(['wallet', ...held])];
}

export const balancesIn = (list: readonly Balance[], account: UserKind | 'all') =>
  list.filter((balance) => worth(balance) > ZERO && (account === 'all' || balance.account === account));

export const availableIn = (list: readonly Balance[], account: UserKind, currency: string): Amount =>
  list.find((balance) => balance.account === account && balance.currency === currency)?.available ?? ZERO;
