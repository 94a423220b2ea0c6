export type { Account, AccountId } from './account.ts';
export { createLedger, type Ledger } from './ledger.ts';
