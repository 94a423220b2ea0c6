import type { IconName } from '@app/ui';
import type { TextKey } from '../../../data/app/texts.ts';

/** What a user can do with money from home and from the assets page; the first of a list is the primary one. */
export type MoneyAction = {
  readonly name: 'trade' | 'transfer' | 'convert' | 'reset' | 'demo' | 'deposit' | 'withdraw';
  readonly icon: IconName;
  readonly label: TextKey;
  /** The page it leads to, with others that must be open too; the demo is a switch of mode, not a page. */
  readonly path?: string;
  readonly needs?: string;
};

export const TRADE: MoneyAction = {
  name: 'trade',
  icon: 'spot',
  label: 'wallet.action.trade',
  path: '/pages/transaction/currency',
};
export const TRANSFER: MoneyAction = {
  name: 'transfer',
  icon: 'transfer',
  label: 'wallet.transfer',
  path: '/pages/fund/transfer',
};
export const CONVERT: MoneyAction = {
  name: 'convert',
  icon: 'convert',
  label: 'wallet.convert.title',
  path: '/pages/fund/fundTransfer',
};
/** Demo money is granted once; the row that starts it again is on the settings page. */
export const RESET: MoneyAction = {
  name: 'reset',
  icon: 'convert',
  label: 'wallet.action.reset',
  path: '/pages/setting/setting',
};
const DEMO: MoneyAction = { name: 'demo', icon: 'learn', label: 'system.demo' };
export const DEPOSIT: MoneyAction = {
  name: 'deposit',
  icon: 'deposit',
  label: 'wallet.deposit.title',
  path: '/pages/fund/select?for=deposit',
  needs: '/pages/fund/receive',
};
export const WITHDRAW: MoneyAction = {
  name: 'withdraw',
  icon: 'withdraw',
  label: 'wallet.withdraw.title',
  path: '/pages/fund/withdraw',
};

/** More do not fit beside each other. */
const ACTIONS_MAX = 3;

type IsOpen = (address: string) => boolean;

/**
 * Returns at most three actions, all of which work. Real money needs deposits: while they are closed, the demo comes
 * first.
 */
export function moneyActions(mode: 'real' | 'demo', isOpen: IsOpen): readonly MoneyAction[] {
  const works = ({ path, needs }: MoneyAction) =>
    (path === undefined || isOpen(path)) && (needs === undefined || isOpen(needs));
  const own = works(DEPOSIT) ? [DEPOSIT, TRANSFER, WITHDRAW, CONVERT] : [DEMO, TRADE, TRANSFER];
  return (mode === 'demo' ? [TRADE, TRANSFER, CONVERT, RESET] : own).filter(works).slice(0, ACTIONS_MAX);
}
