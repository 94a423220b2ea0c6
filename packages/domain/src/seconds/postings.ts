import { type Amount, negate, subtract, ZERO } from '@app/money';
import {
  type AccountName,
  type Entry,
  entry,
  externalAccount,
  hold,
  houseAccount,
  type Mode,
  move,
  release,
  reserveAccount,
  type Transfer,
  type TransferKind,
  userAccount,
} from '../ledger/index.ts';
import type { Bet } from './bet.ts';
import type { SettledBet } from './bet-outcome.ts';

/** Whose money moves, and in which mode. The ref, the bet's id, makes each transfer of a kind unique forever. */
export type BetParty = { readonly ref: string; readonly userId: bigint; readonly mode: Mode };

type Stake = Pick<Bet, 'stake' | 'currency'>;

const transfer = (kind: TransferKind, { ref, mode }: BetParty, entries: readonly Entry[]): Transfer => ({
  kind,
  ref,
  mode,
  entries,
});

/** Freezes the stake of an accepted bet. */
export const postStakeHold = (party: BetParty, { stake, currency }: Stake): Transfer =>
  transfer('seconds.hold', party, hold(stake, secondsAccount(party.userId, currency)));

/** Releases the stake of a bet that was cancelled or is void. */
export const postStakeRefund = (party: BetParty, { stake, currency }: Stake): Transfer =>
  transfer('seconds.refund', party, release(stake, secondsAccount(party.userId, currency)));

/** Posts a settlement. A lost stake goes to the platform; otherwise it is released, and the platform pays the gain. */
export function postBetSettlement(
  party: BetParty,
  { stake, currency }: Stake,
  { result, returned }: SettledBet,
): Transfer {
  const own = secondsAccount(party.userId, currency);
  const platform = secondsResult(party.mode, currency);
  if (result === 'loss')
    return transfer('seconds.settle', party, [
      entry(own, { frozen: negate(stake) }),
      entry(platform, { available: stake }),
    ]);
  const gain = subtract(returned, stake);
  return transfer('seconds.settle', party, [...release(stake, own), ...(gain > ZERO ? move(gain, platform, own) : [])]);
}

/** Returns the shard that is the single writer of a mode's bets. */
export const secondsShard = (mode: Mode): string => `seconds-${mode}`;

/** Returns the account that stakes are held on and gains are paid to. */
export const secondsAccount = (userId: bigint, currency: string): AccountName =>
  userAccount(userId, 'seconds', currency);

/** Returns the platform's account as counterparty: it receives lost stakes and pays gains. */
export const secondsResult = (mode: Mode, currency: string): AccountName =>
  houseAccount(secondsShard(mode), 'house_pnl', currency);

/** Fills up the capital of the demo platform. The ref makes it unique forever. */
export const postDemoFunding = (ref: string, currency: string, amount: Amount): Transfer => ({
  kind: 'seconds.funding',
  ref,
  mode: 'demo',
  entries: move(amount, externalAccount('demo-house', currency), reserveAccount('capital', currency)),
});
