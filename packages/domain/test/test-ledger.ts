import { type Amount, add, sum, ZERO } from '@app/money';
import { type AccountName, type Entry, netsToZero } from '../src/ledger/index.ts';

type Balance = { readonly available: Amount; readonly frozen: Amount };

/** Balances that refuse a transfer that creates money or takes an account below zero. */
export class TestLedger {
  readonly #balances = new Map<string, Balance>();
  readonly #unfloored: readonly string[];

  /** Accounts listed as unfloored may go below zero. */
  constructor(first: Iterable<readonly [AccountName, Amount]>, unfloored: readonly AccountName[] = []) {
    for (const [account, available] of first) this.#balances.set(keyOf(account), { available, frozen: ZERO });
    this.#unfloored = unfloored.map(keyOf);
  }

  /** Returns the sum over all accounts: no history changes it. */
  everything(): Amount {
    return sum([...this.#balances.values()].flatMap(({ available, frozen }) => [available, frozen]));
  }

  balanceOf(account: AccountName): Balance {
    return this.#balances.get(keyOf(account)) ?? { available: ZERO, frozen: ZERO };
  }

  post(transfer: { readonly kind: string; readonly entries: readonly Entry[] }): void {
    if (!netsToZero(transfer)) throw new Error(`${transfer.kind} does not net to zero`);
    for (const { account, available, frozen } of transfer.entries) {
      const before = this.balanceOf(account);
      const after = { available: add(before.available, available), frozen: add(before.frozen, frozen) };
      this.#balances.set(keyOf(account), after);
    }
    for (const [account, { available, frozen }] of this.#balances)
      if ((available < ZERO && !this.#unfloored.includes(account)) || frozen < ZERO)
        throw new Error(`${account} is below zero after ${transfer.kind}`);
  }
}

function keyOf({ owner, kind, currency }: AccountName): string {
  return `${owner} ${kind} ${currency}`;
}
