import { given } from '@app/base';
import type { Reader } from '../../platform/database.ts';
import type { AccountId } from './account.ts';
import { findAccounts, type NamedAccount } from './ledger.store.ts';

const REMEMBERED_MAX = 200_000;

const keyOf = ({ book, account }: NamedAccount) => `${book}|${account.owner}|${account.kind}|${account.currency}`;

/** Which row an account is. It never changes, so it is remembered; the bound only keeps memory finite. */
export class AccountIds {
  readonly #known = new Map<string, AccountId>();

  /** Asks the database once for those not met before; naming an account nobody opened is a defect. */
  async resolve(tx: Reader, names: readonly NamedAccount[]): Promise<(name: NamedAccount) => AccountId> {
    const missing = new Map<string, NamedAccount>();
    for (const name of names) {
      const key = keyOf(name);
      if (!this.#known.has(key)) missing.set(key, name);
    }
    if (missing.size > 0) await this.#learn(tx, missing);
    return (name) => given(this.#known.get(keyOf(name)), `the account ${keyOf(name)}`);
  }

  async #learn(tx: Reader, missing: ReadonlyMap<string, NamedAccount>): Promise<void> {
    if (this.#known.size + missing.size > REMEMBERED_MAX) this.#known.clear();
    for (const account of await findAccounts(tx, [...missing.values()])) {
      this.#known.set(keyOf({ book: account.book, account }), account.id);
    }
  }
}
