import type { UserKind } from '@app/domain/ledger';
import { type Holdings, type RateOf, rateIn, valueAt, WORTH_CURRENCY } from '@app/domain/wallet';
import { type Amount, multiply, ONE, sum, ZERO } from '@app/money';
import { type Balance, ownedIn } from '../../../data/account/balances.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
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

export type BalanceAction = { readonly kind: 'trade' | 'transfer'; readonly to: string };

/** Returns a balance's link: a coin to its market, the accounting currency to a transfer. Bonus money has none. */
export function balanceAction(
  { account, currency }: Balance,
  markets: readonly MarketInfo[],
): BalanceAction | undefined {
  if (account === 'bonus') return undefined;
  if (currency === WORTH_CURRENCY) {
    const ends = new URLSearchParams({ from: account, to: account === 'wallet' ? 'exchange' : 'wallet' });
    return { kind: 'transfer', to: `/pages/fund/transfer?${ends}` };
  }
  const symbol = `${currency}/${WORTH_CURRENCY}`;
  const isTraded = markets.some((market) => market.symbol === symbol && market.products.includes('spot'));
  return isTraded ? { kind: 'trade', to: `/pages/transaction/currency?${new URLSearchParams({ symbol })}` } : undefined;
}

/** Share of everything owned; without a coin it is all others together. */
export type Part = { readonly currency: string | undefined; readonly tenths: number };

const NAMED_MAX = 3;
const WHOLE = 1_000;

/** Returns the allocation, largest first, in tenths of a percent that add up to exactly 100 %. */
export function allocationOf(holdings: Holdings, rateOf: RateOf): readonly Part[] {
  const coins = [...holdings]
    .map(([currency, owned]) => ({ currency, worth: worthAt(owned, rateIn(rateOf, currency)) }))
    .filter(({ worth }) => worth > ZERO)
    .sort((a, b) => (a.worth === b.worth ? a.currency.localeCompare(b.currency) : a.worth > b.worth ? -1 : 1));
  const isAllNamed = coins.length <= NAMED_MAX + 1;
  const named = isAllNamed ? coins : coins.slice(0, NAMED_MAX);
  const others = { currency: undefined, worth: sum(coins.slice(named.length).map(({ worth }) => worth)) };
  return inTenths(isAllNamed ? named : [...named, others]);
}

const worthAt = (owned: Amount, rate: Parameters<typeof valueAt>[1] | undefined) =>
  rate === undefined ? ZERO : valueAt(owned, rate);

type Weighed = { readonly currency: string | undefined; readonly worth: Amount };

/** Distributes the rounding remainder to the parts that lost most by rounding down. */
function inTenths(parts: readonly Weighed[]): readonly Part[] {
  const total = sum(parts.map(({ worth }) => worth));
  if (total === ZERO) return [];
  const scaled = parts.map(({ worth }) => worth * BigInt(WHOLE));
  const cut = scaled.map((it) => Number(it / total));
  const missing = WHOLE - cut.reduce((all, it) => all + it, 0);
  const byLoss = scaled
    .map((it, index) => ({ at: index, loss: it % total }))
    .sort((a, b) => (a.loss > b.loss ? -1 : 1));
  const raised = new Set(byLoss.slice(0, missing).map(({ at }) => at));
  return parts.map(({ currency }, index) => ({ currency, tenths: (cut[index] ?? 0) + (raised.has(index) ? 1 : 0) }));
}

/** Formats tenths of a percent as `41.2%`, the same in every language. */
export const showTenths = (tenths: number): string => `${Math.floor(tenths / 10)}.${tenths % 10}%`;
