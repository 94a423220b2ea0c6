import { expectDefined } from '@app/base';
import type { AccountName, Transfer } from '@app/domain/ledger';
import { add } from '@app/money';
import type { Balances, Money } from './product.ts';

export const nameOf = ({ owner, kind, currency }: AccountName): string => `${owner}|${kind}|${currency}`;

/** Balances a batch has locked, updated with every decision. The database checks them again at commit. */
export class LockedBalances implements Balances {
  readonly #money = new Map<string, Money>();

  constructor(locked: readonly (AccountName & Money)[]) {
    for (const account of locked) this.#money.set(nameOf(account), account);
  }

  of(account: AccountName): Money | undefined {
    return this.#money.get(nameOf(account));
  }

  apply(transfers: readonly Transfer[]): void {
    for (const { entries } of transfers) {
      for (const { account, available, frozen } of entries) {
        const name = nameOf(account);
        const money = expectDefined(this.#money.get(name), `the locked account ${name}`);
        this.#money.set(name, { available: add(money.available, available), frozen: add(money.frozen, frozen) });
      }
    }
  }
}
