import { type Amount, add, sum, ZERO } from '@app/money';
import { contractAccount, feeIncome, platformResult } from '../src/contract/index.ts';
import { type AccountName, netsToZero, reserveAccount, type Transfer } from '../src/ledger/index.ts';

export const MODE = 'demo';
export const CURRENCY = 'USDT';
const PLACE = { mode: MODE, currency: CURRENCY } as const;

/** Names of accounts as the slow exchange uses them. */
export const ACCOUNTS = {
  platform: platformResult(PLACE),
  fees: feeIncome(PLACE),
  insurance: reserveAccount('insurance', CURRENCY),
  capital: reserveAccount('capital', CURRENCY),
} as const satisfies Record<string, AccountName>;

export type LedgerSetup = {
  readonly users: readonly Amount[];
  readonly insurance: Amount;
  readonly capital: Amount;
};

type Balance = { readonly available: Amount; readonly frozen: Amount };

/** Accounts that only the platform's own gains and fees pass through; as in the ledger, they may go below zero. */
const UNFLOORED: readonly string[] = [ACCOUNTS.platform, ACCOUNTS.fees].map(keyOf);

/** Balances that refuse a transfer that creates money or takes an account below zero. All markets have one. */
export class ContractLedger {
  readonly #balances = new Map<string, Balance>();

  constructor({ users, insurance, capital }: LedgerSetup) {
    users.forEach((available, user) => {
      this.#balances.set(keyOf(contractAccount(BigInt(user), CURRENCY)), { available, frozen: ZERO });
    });
    this.#balances.set(keyOf(ACCOUNTS.insurance), { available: insurance, frozen: ZERO });
    this.#balances.set(keyOf(ACCOUNTS.capital), { available: capital, frozen: ZERO });
  }

  /** Returns the sum over all accounts: no history changes it. */
  everything(): Amount {
    return sum([...this.#balances.values()].flatMap(({ available, frozen }) => [available, frozen]));
  }

  balanceOf(account: AccountName): Balance {
    return this.#balances.get(keyOf(account)) ?? { available: ZERO, frozen: ZERO };
  }

  balanceOfUser(user: number): Balance {
    return this.balanceOf(contractAccount(BigInt(user), CURRENCY));
  }

  post(transfer: Transfer): void {
    if (!netsToZero(transfer)) throw new Error(`${transfer.kind} does not net to zero`);
    for (const { account, available, frozen } of transfer.entries) {
      const before = this.balanceOf(account);
      const after = { available: add(before.available, available), frozen: add(before.frozen, frozen) };
      this.#balances.set(keyOf(account), after);
    }
    for (const [account, { available, frozen }] of this.#balances)
      if ((available < ZERO && !UNFLOORED.includes(account)) || frozen < ZERO)
        throw new Error(`${account} is below zero after ${transfer.kind}`);
  }
}

function keyOf({ owner, kind, currency }: AccountName): string {
  return `${owner} ${kind} ${currency}`;
}
