import type { Brand } from '@app/base';
import type { AccountName, Mode } from '@app/domain/ledger';
import type { Amount } from '@app/money';

export type AccountId = Brand<bigint, 'AccountId'>;

/** Account as it was when read; only a locked one is guaranteed unchanged when it is spent. */
export type Account = AccountName & {
  readonly id: AccountId;
  readonly mode: Mode;
  readonly available: Amount;
  readonly frozen: Amount;
};
