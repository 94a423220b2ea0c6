import { type AccountName, houseAccount, type Mode, userAccount } from '../ledger/index.ts';

/** Returns the shard that is the single writer of a mode's spot markets; its lease has the same name. */
export const spotShard = (mode: Mode): string => `spot-${mode}`;

/** Returns the account a user trades from. */
export const exchangeAccount = (userId: bigint, currency: string): AccountName =>
  userAccount(userId, 'exchange', currency);

/** Returns the account that collects a shard's fees. */
export const feeAccount = (shard: string, currency: string): AccountName => houseAccount(shard, 'fee_income', currency);

/** Returns the account the house ladder of one market trades with: one for each of its two currencies. */
export const ladderAccount = (marketId: number, currency: string): AccountName =>
  houseAccount(`ladder-${marketId}`, 'house_ladder', currency);
