import { hash } from 'node:crypto';
import type { Brand } from '@app/base';
import type { AccountName, Mode, Transfer } from '@app/domain/ledger';
import { type Amount, formatDecimal } from '@app/money';

/** An entry prepared for the database: its numbers and account name are formatted once and used three times. */
export type Line = {
  /** Mode, owner, kind and currency: the identity of one account. */
  readonly key: string;
  readonly mode: Mode;
  readonly account: AccountName;
  /** Decimal text. */
  readonly available: string;
  readonly frozen: string;
};

export const keyOf = (mode: Mode, account: AccountName): string =>
  `${mode}|${account.owner}|${account.kind}|${account.currency}`;

export const linesOf = ({ mode, entries }: Transfer): readonly Line[] =>
  entries.map(({ account, available, frozen }) => ({
    key: keyOf(mode, account),
    mode,
    account,
    available: formatDecimal(available),
    frozen: formatDecimal(frozen),
  }));

/**
 * Returns a digest that is equal exactly when two transfers have the same meaning, regardless of entry order. 16 bytes,
 * in hex.
 */
export function digestOf({ kind, ref, mode }: Transfer, lines: readonly Line[]): string {
  const meaning = lines.map(({ key, available, frozen }) => `${key}|${available}|${frozen}`).sort();
  return hash('sha256', `${kind}|${ref}|${mode}\n${meaning.join('\n')}`).slice(0, 32);
}

export type AccountId = Brand<bigint, 'AccountId'>;

/** Account as it was when read; only a locked one is guaranteed unchanged when it is spent. */
export type Account = AccountName & {
  readonly id: AccountId;
  readonly mode: Mode;
  readonly available: Amount;
  readonly frozen: Amount;
};
