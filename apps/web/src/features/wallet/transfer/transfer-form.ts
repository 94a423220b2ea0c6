import { AMOUNT_PLACES_MAX } from '@app/domain/checks';
import type { UserKind } from '@app/domain/ledger';
import {
  type Amount,
  formatDecimal,
  formatPlaces,
  multiply,
  parseDecimal,
  type Rate,
  readDecimal,
  ZERO,
} from '@app/money';
import { availableIn, type Balance } from '../../../data/account/balances.ts';

/** Accounts a user can transfer between; bonus money cannot be transferred by the user. */
export type OwnAccount = Exclude<UserKind, 'bonus'>;
export const OWN_ACCOUNTS = [
  'wallet',
  'exchange',
  'contract',
  'seconds',
  'fiat',
  'financial',
  'copy',
] as const satisfies readonly OwnAccount[];

/** Page on which an account's money is used. Wallet and spot are always open. */
const USED_AT: Readonly<Partial<Record<OwnAccount, string>>> = {
  contract: '/pages/transaction/contract',
  seconds: '/pages/transaction/index2',
  fiat: '/pages/legal/legal',
  financial: '/pages/financial/index',
  copy: '/pages/copytrade/copy',
};

type IsOpen = (address: string) => boolean;

/** Returns the accounts money may be sent to: those where something can be done with it. */
export const targetAccounts = (isOpen: IsOpen): readonly OwnAccount[] =>
  OWN_ACCOUNTS.filter((account) => USED_AT[account] === undefined || isOpen(USED_AT[account]));

/** Returns the accounts money may be taken from: the targets, and any other that still has some. */
export function sourceAccounts(isOpen: IsOpen, list: readonly Balance[]): readonly OwnAccount[] {
  const targets = targetAccounts(isOpen);
  const hasMoney = (account: OwnAccount) =>
    list.some((balance) => balance.account === account && balance.available + balance.frozen > ZERO);
  return OWN_ACCOUNTS.filter((account) => targets.includes(account) || hasMoney(account));
}

/** Replaces a target that is not offered, as an old link or a swap may set it, by the first that is. */
export function withTarget(form: TransferForm, targets: readonly OwnAccount[]): TransferForm {
  const to = targets.includes(form.to) ? form.to : targets.find((account) => account !== form.from);
  return to === undefined || to === form.to ? form : { ...form, to };
}

/** Decimal places a field accepts and a share is rounded down to. */
export const INPUT_PLACES = AMOUNT_PLACES_MAX;

/** Typed and chosen values; the amount stays text until it is sent. */
export type TransferForm = {
  readonly from: OwnAccount;
  readonly to: OwnAccount;
  readonly currency: string;
  readonly amount: string;
};

const isOwnAccount = (value: unknown) => OWN_ACCOUNTS.some((account) => account === value);

/** Reports whether a stored draft is a valid form, rather than data of an older version or another page. */
export function isTransferForm(kept: unknown): kept is TransferForm {
  if (typeof kept !== 'object' || kept === null) return false;
  const { from, to, currency, amount } = kept as Record<string, unknown>;
  return isOwnAccount(from) && isOwnAccount(to) && typeof currency === 'string' && typeof amount === 'string';
}

export type ReadyTransfer = Omit<TransferForm, 'amount'> & { readonly amount: Amount };
export type Preview =
  | { readonly state: 'incomplete' }
  | { readonly state: 'refused'; readonly code: 'insufficient_balance' | 'same_account' }
  | { readonly state: 'ready'; readonly transfer: ReadyTransfer };

/** Predicts the server's decision while typing; the server decides again. */
export function preview(form: TransferForm, list: readonly Balance[]): Preview {
  if (form.from === form.to) return { state: 'refused', code: 'same_account' };
  const amount = readDecimal<Amount>(form.amount.replace(/\.$/, ''));
  if (amount === undefined || amount <= ZERO) return { state: 'incomplete' };
  if (amount > availableIn(list, form.from, form.currency)) return { state: 'refused', code: 'insufficient_balance' };
  return { state: 'ready', transfer: { ...form, amount } };
}

/** Sets an account. Choosing the other end's account swaps the two, because a transfer needs two accounts. */
export function choose(form: TransferForm, end: 'from' | 'to', account: OwnAccount): TransferForm {
  const other = end === 'from' ? 'to' : 'from';
  if (form[other] !== account) return { ...form, [end]: account };
  return swap(form);
}

export const swap = (form: TransferForm): TransferForm => ({ ...form, from: form.to, to: form.from });

const SHARES = { 25: '0.25', 50: '0.5', 75: '0.75', 100: '1' } as const;
export type Share = keyof typeof SHARES;

/** Returns a share of the balance as field text, rounded down so it never exceeds the balance; all of it is exact. */
export function shareOf(available: Amount, share: Share): string {
  if (share === 100) return formatDecimal(available);
  const part = multiply(available, parseDecimal<Rate>(SHARES[share]), 'down');
  return formatPlaces(part, INPUT_PLACES, 'down').replace(/\.?0+$/, '');
}

/** Returns a form with the accounts and the currency a link sets, such as `?to=exchange&currency=ETH`. */
export function formFromSearch(search: string): TransferForm {
  const params = new URLSearchParams(search);
  const accountIn = (name: string) => OWN_ACCOUNTS.find((account) => account === params.get(name));
  const to = accountIn('to') ?? 'exchange';
  const from = accountIn('from') ?? 'wallet';
  const currency = /^[A-Z0-9]{2,12}$/.exec(params.get('currency') ?? '')?.[0] ?? 'USDT';
  return { from: from === to ? (to === 'wallet' ? 'exchange' : 'wallet') : from, to, currency, amount: '' };
}
