import { CONVERT_ACCOUNTS, type ConvertAccount } from '@app/domain/convert';
import { availableIn, type Balance } from '../../../data/account/balances.ts';
import { CONVERT, DEPOSIT, type MoneyAction, RESET, TRADE, TRANSFER, WITHDRAW } from './money-actions.ts';

/**
 * Returns what can be done with money from the assets page: at most four, all of which work. Without deposits, trading is
 * the first.
 */
export function assetActions(mode: 'real' | 'demo', isOpen: (address: string) => boolean): readonly MoneyAction[] {
  const works = ({ path, needs }: MoneyAction) =>
    (path === undefined || isOpen(path)) && (needs === undefined || isOpen(needs));
  if (mode === 'demo') return [TRADE, TRANSFER, CONVERT, RESET].filter(works);
  return (works(DEPOSIT) ? [DEPOSIT, WITHDRAW, TRANSFER, CONVERT] : [TRADE, TRANSFER, CONVERT]).filter(works);
}

/** Returns the account that has most of a coin to convert; the wallet, if none has any. */
const convertAccountOf = (list: readonly Balance[], currency: string): ConvertAccount => {
  const has = (account: ConvertAccount) => availableIn(list, account, currency);
  return CONVERT_ACCOUNTS.reduce((most, account) => (has(account) > has(most) ? account : most));
};

/** Returns what can be done with one coin: the page that each action opens knows it, and where most of it is. */
export function coinActions(
  currency: string,
  list: readonly Balance[],
  trade: string | undefined,
  mode: 'real' | 'demo',
  isOpen: (address: string) => boolean,
): readonly MoneyAction[] {
  const of = (action: MoneyAction, fields: Record<string, string>): MoneyAction => {
    const [path = '', query = ''] = (action.path ?? '').split('?');
    return {
      ...action,
      path: `${path}?${new URLSearchParams([...new URLSearchParams(query), ...Object.entries(fields)])}`,
    };
  };
  const traded = trade === undefined ? [] : [{ ...TRADE, path: trade }];
  const paid = mode === 'real' ? [of(DEPOSIT, { currency }), of(WITHDRAW, { currency })] : [];
  const own = [of(CONVERT, { from: currency, account: convertAccountOf(list, currency) }), of(TRANSFER, { currency })];
  return [...traded, ...paid, ...own].filter(
    ({ path = '', needs }) => isOpen(path) && (needs === undefined || isOpen(needs)),
  );
}
