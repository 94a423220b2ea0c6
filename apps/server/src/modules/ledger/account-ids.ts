import { expectDefined } from '@app/base';
import type { Reader } from '../../platform/database.ts';
import type { AccountId } from './account.ts';
import { findAccounts } from './ledger.store.ts';
import { keyOf, type Line } from './line.ts';

/** Cache bound: two accounts each for half a million traders. */
const REMEMBERED_MAX = 1_000_000;

export type KeyedAccount = Pick<Line, 'key' | 'mode' | 'account'>;

/** Cache of account ids by name. An id never changes, so it is cached; the bound only keeps memory finite. */
export class AccountIds {
  readonly #known = new Map<string, AccountId>();

  /** Returns account ids, reading uncached ones in one query; an account that was never opened is a defect. */
  async resolve(tx: Reader, accounts: readonly KeyedAccount[]): Promise<AccountId[]> {
    const ids = await this.find(tx, accounts);
    return ids.map((id, index) => expectDefined(id, `the account ${accounts[index]?.key}`));
  }

  /** Does the same where an account may not be open. */
  async find(tx: Reader, accounts: readonly KeyedAccount[]): Promise<(AccountId | undefined)[]> {
    const ids = accounts.map(({ key }) => this.#known.get(key));
    if (!ids.includes(undefined)) return ids;
    const learned = await this.#remember(
      tx,
      accounts.filter((_, index) => ids[index] === undefined),
    );
    return accounts.map(({ key }, index) => ids[index] ?? learned.get(key));
  }

  /**
   * Reads and caches ids. Returns them as well, because another shard of this process may clear the cache meanwhile.
   */
  async #remember(tx: Reader, missing: readonly KeyedAccount[]): Promise<ReadonlyMap<string, AccountId>> {
    const learned = new Map((await findAccounts(tx, missing)).map((it) => [keyOf(it.mode, it), it.id]));
    if (this.#known.size + learned.size > REMEMBERED_MAX) this.#known.clear();
    for (const [key, id] of learned) this.#known.set(key, id);
    return learned;
  }
}
