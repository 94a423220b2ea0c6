import type { Brand } from '@app/base';
import type { AccountName, Book } from '@app/domain/ledger';
import type { Amount } from '@app/money';

export type AccountId = Brand<bigint, 'AccountId'>;

/** An account as it stood when it was read; only a locked one still stands so when it is spent. */
export type Account = AccountName & {
  readonly id: AccountId;
  readonly book: Book;
  readonly available: Amount;
  readonly frozen: Amount;
};
