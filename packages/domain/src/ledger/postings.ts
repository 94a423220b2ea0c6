import { type Amount, negate } from '@app/money';
import { type AccountName, externalAccount, type HouseKind, houseAccount } from './account.ts';
import { type Entry, entry, type Transfer } from './transfer.ts';

/** Moves available money from one account to another. */
export const move = (amount: Amount, from: AccountName, to: AccountName): readonly Entry[] => [
  entry(from, { available: negate(amount) }),
  entry(to, { available: amount }),
];

/** Places a hold within an account: available becomes frozen. */
export const hold = (amount: Amount, account: AccountName): readonly Entry[] => [
  entry(account, { available: negate(amount), frozen: amount }),
];

/** Releases a hold: frozen becomes available. */
export const release = (amount: Amount, account: AccountName): readonly Entry[] => [
  entry(account, { available: amount, frozen: negate(amount) }),
];

/** The operator's own money, paid into a house account of real mode or out of it. The reference makes it unique forever. */
export type CapitalPayment = {
  readonly ref: string;
  readonly direction: 'in' | 'out';
  readonly account: AccountName;
  readonly amount: Amount;
};

/** Names the operator's money outside of the platform. */
export const capitalSource = (currency: string): AccountName => externalAccount('capital', currency);

/** Names the house accounts that hold capital for no market in particular. */
export const reserveAccount = (kind: Extract<HouseKind, 'capital' | 'insurance'>, currency: string): AccountName =>
  houseAccount(kind, kind, currency);

/** Moves capital across the platform's border, in real mode only. */
export const postCapital = ({ ref, direction, account, amount }: CapitalPayment): Transfer => {
  const source = capitalSource(account.currency);
  return direction === 'in'
    ? { kind: 'capital.paid_in', ref, mode: 'real', entries: move(amount, source, account) }
    : { kind: 'capital.paid_out', ref, mode: 'real', entries: move(amount, account, source) };
};
