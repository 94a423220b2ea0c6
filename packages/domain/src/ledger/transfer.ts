import { type Amount, add, ZERO } from '@app/money';
import type { AccountName, Book } from './account.ts';

/** One line of a transfer: what it does to an account's available and frozen money. */
export type Entry = { readonly account: AccountName; readonly available: Amount; readonly frozen: Amount };

/** Money that moves together or not at all. `kind` and `ref` name the business fact, once for ever. */
export type Transfer = {
  readonly kind: string;
  readonly ref: string;
  readonly book: Book;
  readonly entries: readonly Entry[];
};

export type Change = { available?: Amount; frozen?: Amount };

export const entry = (account: AccountName, { available = ZERO, frozen = ZERO }: Change): Entry => ({
  account,
  available,
  frozen,
});

/** The law of double entry: per currency, what leaves equals what arrives. The database checks it again. */
export function netsToZero(transfer: Transfer): boolean {
  const sums = new Map<string, Amount>();
  for (const { account, available, frozen } of transfer.entries) {
    sums.set(account.currency, add(sums.get(account.currency) ?? ZERO, add(available, frozen)));
  }
  return [...sums.values()].every((sum) => sum === ZERO);
}

/** What a transfer does to each account: the second law, that every party ends with exactly its own side. */
export function changesOf(transfer: Transfer): (account: AccountName) => { available: Amount; frozen: Amount } {
  return (wanted) => {
    const lines = transfer.entries.filter(({ account }) => isSame(account, wanted));
    return {
      available: lines.reduce((sum, line) => add(sum, line.available), ZERO),
      frozen: lines.reduce((sum, line) => add(sum, line.frozen), ZERO),
    };
  };
}

const isSame = (a: AccountName, b: AccountName) =>
  a.owner === b.owner && a.kind === b.kind && a.currency === b.currency;
