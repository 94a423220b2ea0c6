import { assert } from '@app/base';
import type { Tx } from '../../platform/database.ts';
import type { AccountId } from './account.ts';

/**
 * Enforces one lock round per transaction. Accounts are locked in id order, all at once. A second round (another
 * `lock`, another `post`, or a `post` on accounts the `lock` left out) restarts that order and can deadlock with
 * another transaction doing the same: a defect.
 */
export class LockOrder {
  readonly #locked = new WeakMap<Tx, ReadonlySet<AccountId>>();
  readonly #posted = new WeakSet<Tx>();

  noteLock(tx: Tx, accounts: readonly AccountId[]): void {
    assert(!this.#locked.has(tx) && !this.#posted.has(tx), 'a transaction locks once, before it posts');
    this.#locked.set(tx, new Set(accounts));
  }

  notePost(tx: Tx): void {
    assert(!this.#posted.has(tx), 'a transaction posts once');
    this.#posted.add(tx);
  }

  assertCovered(tx: Tx, accounts: readonly AccountId[]): void {
    const locked = this.#locked.get(tx);
    if (locked === undefined) return;
    for (const account of accounts) assert(locked.has(account), `account ${account} was locked before it is posted to`);
  }
}
