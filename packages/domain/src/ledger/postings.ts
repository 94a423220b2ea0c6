import { type Amount, negate } from '@app/money';
import type { AccountName } from './account.ts';
import { type Entry, entry } from './transfer.ts';

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
