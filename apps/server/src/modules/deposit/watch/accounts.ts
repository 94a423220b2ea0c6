import type { Credit } from '@app/domain/deposit';
import type { AccountName } from '@app/domain/ledger';
import type { WatchedDeposit } from './watch.store.ts';

/** Chains are real money; demo money is granted. */
export const MODE = 'real';

/** Returns a deposit's credit by its number. */
export const creditOf = ({ id, userId, currency, chain, amount }: WatchedDeposit, credits: number): Credit => ({
  deposit: id,
  credits,
  userId,
  currency,
  chain,
  amount,
});

export const keyOf = ({ owner, kind, currency }: AccountName): string => `${owner} ${kind} ${currency}`;

/** A ledger locks each account once. */
export const distinctAccounts = (names: readonly AccountName[]): readonly AccountName[] => [
  ...new Map(names.map((name) => [keyOf(name), name])).values(),
];
