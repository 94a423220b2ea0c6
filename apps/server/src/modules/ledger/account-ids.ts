import { given } from '@app/base';
import type { Reader } from '../../platform/database.ts';
import type { AccountId } from './account.ts';
import { findAccounts } from './ledger.store.ts';
import { keyOf, type Line } from './line.ts';

/** Two accounts each of half a million people who trade. */
const REMEMBERED_MAX = 1_000_000;

export type KeyedAccount = Pick<Line, 'key' | 'book' | 'account'>;

/** Which row an account is. It never changes, so it is remembered; the bound only keeps memory finite. */
export class AccountIds {
  readonly #known = new Map<string, AccountId>();

  /** Asks the database once for those not met before; naming an account nobody opened is a defect. */
  async resolve(tx: Reader, accounts: readonly KeyedAccount[]): Promise<AccountId[]> {
    const ids = await this.find(tx, accounts);
    return ids.map((id, at) => given(id, `the account ${accounts[at]?.key}`));
  }

  /** The same where an account may not be open. */
  async find(tx: Reader, accounts: readonly KeyedAccount[]): Promise<(AccountId | undefined)[]> {
    const ids = accounts.map(({ key }) => this.#known.get(key));
    if (!ids.includes(undefined)) return ids;
    await this.#learn(tx, accounts);
    return accounts.map(({ key }) => this.#known.get(key));
  }

  async #learn(tx: Reader, accounts: readonly KeyedAccount[]): Promise<void> {
    if (this.#known.size + accounts.length > REMEMBERED_MAX) this.#known.clear();
    const missing = accounts.filter(({ key }) => !this.#known.has(key));
    for (const account of await findAccounts(tx, missing)) this.#known.set(keyOf(account.book, account), account.id);
  }
}
