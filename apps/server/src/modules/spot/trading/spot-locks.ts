import type { AccountName } from '@app/domain/ledger';
import { exchangeAccount, feeAccount, ladderAccount } from '@app/domain/spot';
import type { Balances } from '../../../engine/product.ts';
import type { NextId } from '../../../platform/writer.ts';
import type { SpotFacts } from './spot-facts.ts';
import type { SpotMarketState, SpotState } from './spot-state.ts';

/** What a decision may know besides the state. */
export type DecisionContext = { readonly balances: Balances; readonly facts: SpotFacts; readonly nextId: NextId };

/** Where somebody trades a market from. */
export const ownAccounts = (userId: bigint, { market }: SpotMarketState): readonly AccountName[] => [
  exchangeAccount(userId, market.base),
  exchangeAccount(userId, market.quote),
];

/** Where fees go, and what the house trades with. */
export const houseAccounts = (state: SpotState, { market }: SpotMarketState): readonly AccountName[] => [
  feeAccount(state.shard.name, market.quote),
  ladderAccount(market.id, market.base),
  ladderAccount(market.id, market.quote),
];

/** Those that the batch has not locked. */
export const missingOf = (balances: Balances, accounts: readonly AccountName[]): readonly AccountName[] =>
  accounts.filter((account) => balances.of(account) === undefined);
