import { type RateOf, rateIn, valueAt, WORTH_CURRENCY } from '@app/domain/wallet';
import { type Amount, add, multiply, ONE, sum, ZERO } from '@app/money';
import { type Balance, ownedIn } from '../../../data/account/balances.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { OWN_ACCOUNTS, type OwnAccount } from '../transfer/transfer-form.ts';
import type { Unit } from '../valuation/unit.ts';

export type ShownAccount = OwnAccount | 'all';

/** What a user has of one coin, over all accounts; bonus money is not the user's to withdraw and does not count. */
export type CoinHolding = {
  readonly currency: string;
  readonly available: Amount;
  readonly frozen: Amount;
  readonly total: Amount;
  /** Value in USDT; undefined for a coin without a price. */
  readonly worth: Amount | undefined;
  /** Its balances above zero, the largest first. */
  readonly accounts: readonly Balance[];
};

/** Sums balances by coin, the most valuable first, then those without a price. */
function coinsOf(list: readonly Balance[], rateOf: RateOf | undefined): readonly CoinHolding[] {
  const own = list.filter((balance) => balance.account !== 'bonus' && ownedIn(balance) > ZERO);
  return [...Map.groupBy(own, ({ currency }) => currency)]
    .map(([currency, accounts]) => holdingOf(currency, accounts, rateOf))
    .sort(byWorth);
}

export function holdingOf(currency: string, accounts: readonly Balance[], rateOf: RateOf | undefined): CoinHolding {
  const available = sum(accounts.map((balance) => balance.available));
  const frozen = sum(accounts.map((balance) => balance.frozen));
  const total = add(available, frozen);
  const rate = rateIn(rateOf ?? (() => undefined), currency);
  return {
    currency,
    available,
    frozen,
    total,
    worth: rate === undefined ? undefined : valueAt(total, rate),
    accounts: [...accounts].sort((a, b) => (ownedIn(a) > ownedIn(b) ? -1 : 1)),
  };
}

function byWorth(a: CoinHolding, b: CoinHolding): number {
  const first = a.worth ?? -1n;
  const second = b.worth ?? -1n;
  return first === second ? a.currency.localeCompare(b.currency) : first > second ? -1 : 1;
}

/** Returns the address of a coin's page. */
export const coinPath = (currency: string): string => `/pages/fund/assets_record?${new URLSearchParams({ currency })}`;

/** Returns the address where a coin is traded for the valuation currency; undefined where it is not. */
export function tradePath(currency: string, markets: readonly MarketInfo[]): string | undefined {
  const symbol = `${currency}/${WORTH_CURRENCY}`;
  const isTraded = markets.some((market) => market.symbol === symbol && market.products.includes('spot'));
  return isTraded ? `/pages/transaction/currency?${new URLSearchParams({ symbol })}` : undefined;
}

/** Returns the value of each account, as far as its coins have prices. */
export const accountWorths = (list: readonly Balance[], rateOf: RateOf | undefined) =>
  OWN_ACCOUNTS.map((account) => ({ account, worth: worthOfCoins(coinsIn(list, account, rateOf)) }));

/** Sums the coins of one account, or of all. */
export const coinsIn = (list: readonly Balance[], account: ShownAccount, rateOf: RateOf | undefined) =>
  coinsOf(account === 'all' ? list : list.filter((balance) => balance.account === account), rateOf);

export const worthOfCoins = (coins: readonly CoinHolding[]): Amount => sum(coins.map(({ worth }) => worth ?? ZERO));

/** Returns the bonus money of each coin; it pays margin and fees only. */
export const bonusOf = (list: readonly Balance[]): readonly Balance[] =>
  list.filter((balance) => balance.account === 'bonus' && ownedIn(balance) > ZERO);

type Narrowing = {
  /** Search text for a coin's code, as typed. */
  readonly query: string;
  readonly isSmallHidden: boolean;
  readonly unit: Unit;
};

/** Returns the visible coins and how many were hidden as small. A coin without a price may have any value, and stays. */
export function narrow(coins: readonly CoinHolding[], { query, isSmallHidden, unit }: Narrowing) {
  const found = coins.filter(({ currency }) => currency.toLowerCase().includes(query.trim().toLowerCase()));
  const isSmall = ({ worth }: CoinHolding) => worth !== undefined && multiply(worth, unit.rate, 'down') < ONE;
  const shown = isSmallHidden ? found.filter((coin) => !isSmall(coin)) : found;
  return { shown, leftOut: found.length - shown.length };
}
