import type { AccountKind, Mode } from '@app/domain/ledger';

export type AccountRow = {
  id: bigint;
  owner: string;
  kind: AccountKind;
  currency: string;
  book: Mode;
  /** Decimal text; `money` reads it. */
  available: string;
  frozen: string;
};

export type LedgerTables = { ledger_account: AccountRow };
