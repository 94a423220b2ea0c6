import type { Amount } from '@app/money';
import { contractAccount, feeIncome, platformResult } from '../src/contract/index.ts';
import { type AccountName, reserveAccount } from '../src/ledger/index.ts';
import { TestLedger } from './test-ledger.ts';

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

/** Balances of contracts. All markets have one ledger. */
export class ContractLedger extends TestLedger {
  constructor({ users, insurance, capital }: LedgerSetup) {
    const ofUsers = users.map((available, user) => [contractAccount(BigInt(user), CURRENCY), available] as const);
    const reserves = [
      [ACCOUNTS.insurance, insurance],
      [ACCOUNTS.capital, capital],
    ] as const;
    // Only the platform's own gains and fees pass through these; as in the ledger, they may go below zero.
    super([...ofUsers, ...reserves], [ACCOUNTS.platform, ACCOUNTS.fees]);
  }

  balanceOfUser(user: number) {
    return this.balanceOf(contractAccount(BigInt(user), CURRENCY));
  }
}
