import { type AccountName, type Book, houseAccount, userAccount } from '../ledger/index.ts';

/** The one writer of a book's spot markets; its lease has the same name. */
export const spotShard = (book: Book): string => `spot-${book}`;

/** Where users trade from. */
export const exchangeAccount = (userId: bigint, currency: string): AccountName =>
  userAccount(userId, 'exchange', currency);

/** Where a shard's fees go. */
export const feeAccount = (shard: string, currency: string): AccountName => houseAccount(shard, 'fee_income', currency);

/** What the house's ladder of one market trades with: one account of each of its two currencies. */
export const ladderAccount = (marketId: number, currency: string): AccountName =>
  houseAccount(`ladder-${marketId}`, 'house_ladder', currency);
