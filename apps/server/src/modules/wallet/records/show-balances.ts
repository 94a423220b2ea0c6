import type { UserKind } from '@app/domain/ledger';
import { rateIn, valueAt } from '@app/domain/wallet';
import { type Amount, add, ZERO } from '@app/money';
import type { Output } from '@app/protocol';
import type { listUserCurrencies, listWallets, walletDetail, walletInfo } from '@app/protocol/wallet';
import type { Recipient } from '../../../platform/bus/push.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Ledger } from '../../ledger/index.ts';
import { type Board, rateCoins } from '../../market/index.ts';
import { readCurrencyIds } from '../../reference/index.ts';
import { type Balance, balancesOf } from '../balances-of.ts';
import { currencyOf, type NamedCurrency } from '../named-currency.ts';

export type BalanceDeps = {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly board: Pick<Board, 'quotes'>;
};

type Valued = Output<typeof listWallets>['list'][number];

type ValueInUsdt = (currency: string, amount: Amount) => Amount | undefined;

/** Values amounts in USDT at the current index prices; undefined for a coin without one. */
export const valueAtRates =
  (board: Pick<Board, 'quotes'>): ValueInUsdt =>
  (currency, amount) =>
    valueNow(board)(currency, amount);

/** The same at the index prices of this moment: the rates of all coins are gathered once for a whole list. */
function valueNow(board: Pick<Board, 'quotes'>): ValueInUsdt {
  const rates = new Map(Object.entries(rateCoins(board)));
  return (currency, amount) => {
    const rate = rateIn((code) => rates.get(code), currency);
    return rate === undefined ? undefined : valueAt(amount, rate);
  };
}

/** Returns what gives a list of balances their value in USDT at the index price; null where a coin has none. */
export function valueBalances(board: Pick<Board, 'quotes'>): (balance: Balance) => Valued {
  const valueInUsdt = valueNow(board);
  return (balance) => ({
    ...balance,
    equivalent: valueInUsdt(balance.currency, add(balance.available, balance.frozen)) ?? null,
  });
}

/** Returns one account's balances and their total. */
export async function showAccount(
  { db, ledger, board }: BalanceDeps,
  recipient: Recipient,
  account: UserKind,
): Promise<Output<typeof walletInfo>> {
  const balances = await balancesOf(db, ledger, recipient);
  const list = balances.filter((it) => it.account === account).map(valueBalances(board));
  return {
    account,
    list,
    total: list.reduce((sum, { equivalent }) => add(sum, equivalent ?? ZERO), ZERO),
    unvalued: list.filter((it) => it.equivalent === null).map(({ currency }) => currency),
  };
}

/** Returns what a user has of one coin, in all accounts and in each. */
export async function showCoin(
  { db, ledger, board }: BalanceDeps,
  recipient: Recipient,
  named: NamedCurrency,
): Promise<Output<typeof walletDetail>> {
  const ids = await readCurrencyIds(db);
  const currency = currencyOf(named, ids);
  const balances = await balancesOf(db, ledger, recipient);
  const list = balances.filter((it) => it.currency === currency).map(valueBalances(board));
  return { currency, currency_id: ids.get(currency) ?? 0n, ...sumsOf(board, currency, list), list };
}

/** Returns every coin with what a user has of it. */
export async function listCoins(
  { db, ledger, board }: BalanceDeps,
  recipient: Recipient,
): Promise<Output<typeof listUserCurrencies>> {
  const [ids, balances] = await Promise.all([readCurrencyIds(db), balancesOf(db, ledger, recipient)]);
  const owned = Map.groupBy(balances, ({ currency }) => currency);
  const list = [...ids].map(([currency, id]) => ({
    id,
    currency,
    ...sumsOf(board, currency, owned.get(currency) ?? []),
  }));
  return { list: list.sort((a, b) => Number(a.id - b.id)) };
}

/** Adds up a coin's balances; bonus money is not the user's to withdraw and does not count. */
function sumsOf(board: Pick<Board, 'quotes'>, currency: string, balances: readonly Balance[]) {
  const own = balances.filter(({ account }) => account !== 'bonus');
  const total = (part: (balance: Balance) => Amount) => own.reduce((sum, balance) => add(sum, part(balance)), ZERO);
  const sums = { available: total(({ available }) => available), frozen: total(({ frozen }) => frozen) };
  return { ...sums, equivalent: valueBalances(board)({ account: 'wallet', currency, ...sums }).equivalent };
}
