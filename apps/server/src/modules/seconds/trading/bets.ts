import { type AccountName, reserveAccount } from '@app/domain/ledger';
import { endsWithoutTickMs, gainOf, secondsAccount, secondsResult, tickDueMs } from '@app/domain/seconds';
import { WORTH_CURRENCY } from '@app/domain/wallet';
import { add, subtract } from '@app/money';
import type { Balances } from '../../../engine/product.ts';
import type { NextId } from '../../../platform/db/writer.ts';
import type { StoredBet } from '../bet-row.ts';
import { toWireBet, type WireBet } from '../wire-bet.ts';
import type { SecondsFacts } from './seconds-facts.ts';
import type { OpenBet, SecondsState } from './seconds-state.ts';

/** Results of a day are counted in this currency, so stakes are paid in no other. */
export const CURRENCY = WORTH_CURRENCY;

/** Input of a decision besides the state. */
export type DecisionContext = { readonly balances: Balances; readonly facts: SecondsFacts; readonly nextId: NextId };

/** Returns the account that a user's stakes are held on. */
export const ownAccount = (userId: bigint): AccountName => secondsAccount(userId, CURRENCY);

/** Returns the platform's accounts: what every settlement touches, and what backs it. */
export const platformAccounts = ({ mode }: Pick<SecondsState, 'mode'>) => ({
  result: secondsResult(mode, CURRENCY),
  capital: reserveAccount('capital', CURRENCY),
});

/** Returns the accounts the batch has not locked. */
export const missingOf = (balances: Balances, accounts: readonly AccountName[]): readonly AccountName[] =>
  accounts.filter((account) => balances.of(account) === undefined);

/** When a bet's next tick is due. One whose end is decided waits for nothing more. */
export const dueOf = ({ bet, state, isDecided }: OpenBet): number | undefined =>
  isDecided ? undefined : tickDueMs(bet, state);
/** When a bet ends without a tick. */
export const expiryOf = ({ bet, state, isDecided }: OpenBet): number | undefined =>
  isDecided ? undefined : endsWithoutTickMs(bet, state);

/** Adds an open bet to the state and to the sums that the caps count. */
export function addBet(state: SecondsState, bet: OpenBet): void {
  const { at } = bet;
  const { side, stake } = bet.bet;
  state.bets.set(bet.id, bet);
  state.gains = add(state.gains, gainOf(bet.bet));
  at.stakes[side] = add(at.stakes[side], stake);
  watch(bet);
}

/** Takes an ended bet out of the state. */
export function removeBet(state: SecondsState, bet: OpenBet): void {
  const { at } = bet;
  const { side, stake } = bet.bet;
  state.bets.delete(bet.id);
  state.gains = subtract(state.gains, gainOf(bet.bet));
  at.stakes[side] = subtract(at.stakes[side], stake);
}

/** Puts a bet under the times at which something is due for it, after it has changed. */
export function watch(bet: OpenBet): void {
  bet.at.ticksDue.add(bet);
  bet.at.expiries.add(bet);
}

/** Restores an open bet from its row. */
export const fromStored = (at: OpenBet['at'], { status, entry, ...stored }: StoredBet): OpenBet => ({
  ...stored,
  at,
  entry,
  state: entry === undefined ? { kind: 'waiting' } : { kind: 'running', entry: { ...entry, market: at.market.id } },
  isDecided: false,
});

const toStored = ({ id, userId, acceptedSeq, receiptHash, bet, state, entry, end }: OpenBet): StoredBet => ({
  id,
  userId,
  acceptedSeq,
  receiptHash,
  bet,
  status: state.kind,
  entry,
  end,
});

export const toWire = (bet: OpenBet, { currencyId }: Pick<SecondsState, 'currencyId'>): WireBet =>
  toWireBet(toStored(bet), { symbol: bet.at.market.symbol, currencyId });
