import { hash } from 'node:crypto';
import type { AccountName, Book, Transfer } from '@app/domain/ledger';
import { formatDecimal } from '@app/money';

/** An entry prepared for the database: its numbers and account name are formatted once and used three times. */
export type Line = {
  /** Mode, owner, kind and currency: the identity of one account. */
  readonly key: string;
  readonly book: Book;
  readonly account: AccountName;
  /** Decimal text. */
  readonly available: string;
  readonly frozen: string;
};

export const keyOf = (book: Book, account: AccountName): string =>
  `${book}|${account.owner}|${account.kind}|${account.currency}`;

export const linesOf = ({ book, entries }: Transfer): readonly Line[] =>
  entries.map(({ account, available, frozen }) => ({
    key: keyOf(book, account),
    book,
    account,
    available: formatDecimal(available),
    frozen: formatDecimal(frozen),
  }));

/**
 * Returns a digest that is equal exactly when two transfers have the same meaning, regardless of entry order. 16 bytes,
 * in hex.
 */
export function digestOf({ kind, ref, book }: Transfer, lines: readonly Line[]): string {
  const meaning = lines.map(({ key, available, frozen }) => `${key}|${available}|${frozen}`).sort();
  return hash('sha256', `${kind}|${ref}|${book}\n${meaning.join('\n')}`).slice(0, 32);
}
