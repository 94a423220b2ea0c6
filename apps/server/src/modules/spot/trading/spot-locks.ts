import type { AccountName } from '@app/domain/ledger';
import { exchangeAccount, feeAccount, ladderAccount } from '@app/domain/spot';
import type { Fill } from '@app/matching';
import type { Balances } from '../../../engine/product.ts';
import type { NextId } from '../../../platform/db/writer.ts';
import type { SpotFacts } from './spot-facts.ts';
import type { SpotMarketState, SpotOrder, SpotState } from './spot-state.ts';

/** Input of a decision besides the state. */
export type DecisionContext = { readonly balances: Balances; readonly facts: SpotFacts; readonly nextId: NextId };

/** Returns the accounts a user trades a market from. */
export const ownAccounts = (userId: bigint, { market }: SpotMarketState): readonly AccountName[] => [
  exchangeAccount(userId, market.base),
  exchangeAccount(userId, market.quote),
];

/** Returns the accounts that receive fees and those the house trades with. */
export const houseAccounts = (state: SpotState, { market }: SpotMarketState): readonly AccountName[] => [
  feeAccount(state.shard.name, market.quote),
  ladderAccount(market.id, market.base),
  ladderAccount(market.id, market.quote),
];

/** Returns the accounts that hold the house's inventory of a market. */
export const ladderAccounts = ({ market }: SpotMarketState) => ({
  base: ladderAccount(market.id, market.base),
  quote: ladderAccount(market.id, market.quote),
});

/** Returns the accounts of the orders that a taker meets. */
export const makerAccounts = (
  marketState: SpotMarketState,
  fills: readonly Fill<SpotOrder>[],
): readonly AccountName[] =>
  fills.flatMap(({ maker }) => (maker === undefined ? [] : ownAccounts(maker.owner, marketState)));

/** Returns the accounts the batch has not locked. */
export const missingOf = (balances: Balances, accounts: readonly AccountName[]): readonly AccountName[] =>
  accounts.filter((account) => balances.of(account) === undefined);
