import { expectDefined } from '@app/base';
import type { AccountName, Transfer } from '@app/domain/ledger';
import { add } from '@app/money';
import { nameOf } from '../../../engine/decide.ts';
import type { Balances, Money } from '../../../engine/product.ts';

/** Balances of a batch with the effects of one command's transfers so far: a run settles many positions. */
export class RunningBalances implements Balances {
  readonly #locked: Balances;
  readonly #changed = new Map<string, Money>();
  readonly transfers: Transfer[] = [];

  constructor(locked: Balances) {
    this.#locked = locked;
  }

  of(account: AccountName): Money | undefined {
    return this.#changed.get(nameOf(account)) ?? this.#locked.of(account);
  }

  post(transfer: Transfer): void {
    this.transfers.push(transfer);
    for (const { account, available, frozen } of transfer.entries) {
      const before = expectDefined(this.of(account), `the locked account ${nameOf(account)}`);
      this.#changed.set(nameOf(account), {
        available: add(before.available, available),
        frozen: add(before.frozen, frozen),
      });
    }
  }
}
