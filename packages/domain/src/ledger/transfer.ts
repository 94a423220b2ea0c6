import { type Amount, add, ZERO } from '@app/money';
import type { AccountName, Mode } from './account.ts';
import type { TransferKind } from './transfer-kinds.ts';

/** One entry of a transfer: its change to an account's available and frozen money. */
export type Entry = { readonly account: AccountName; readonly available: Amount; readonly frozen: Amount };

/** Entries that are posted atomically. `kind` and `ref` identify the business fact, unique forever. */
export type Transfer = {
  readonly kind: TransferKind;
  readonly ref: string;
  readonly mode: Mode;
  readonly entries: readonly Entry[];
};

export type Change = { available?: Amount; frozen?: Amount };

export const entry = (account: AccountName, { available = ZERO, frozen = ZERO }: Change): Entry => ({
  account,
  available,
  frozen,
});

/** Checks the law of double entry: per currency, debits equal credits. The database checks it again. */
export function netsToZero(transfer: Pick<Transfer, 'entries'>): boolean {
  const sums = new Map<string, Amount>();
  for (const { account, available, frozen } of transfer.entries) {
    sums.set(account.currency, add(sums.get(account.currency) ?? ZERO, add(available, frozen)));
  }
  return [...sums.values()].every((sum) => sum === ZERO);
}

/** Returns a transfer's change to each account, for the second law: every party ends with exactly its own side. */
export function changesOf(
  transfer: Pick<Transfer, 'entries'>,
): (account: AccountName) => { available: Amount; frozen: Amount } {
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
