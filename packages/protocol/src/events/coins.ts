import * as z from 'zod/mini';
import { id, positiveAmount } from '../fields.ts';
import { event } from './event.ts';

const coins = z.object({
  /** Of the deposit, claim, withdrawal or payout. */
  id,
  userId: id,
  currency: z.string(),
  amount: positiveAmount,
});

/** A deposit had enough confirmations, and its user has the coins. */
export const coinsCredited = event('deposit.coins.credited', coins);

/** A credit was taken back, because its block left the chain. */
export const coinsReversed = event('deposit.coins.reversed', coins);

/** A withdrawal had enough confirmations: its coins have left. */
export const coinsWithdrawn = event('withdrawal.coins.confirmed', coins);

/** A withdrawal was refused, and its money is back in its user's wallet. */
export const coinsReturned = event('withdrawal.coins.returned', coins);

/** Coins that a user had reported as missing were found, and credited. */
export const claimCredited = event('claim.coins.credited', coins);

/** A report of missing coins was refused. The amount is what its user had stated. */
export const claimRefused = event('claim.coins.refused', coins);

/** A payout to a bank was requested, and its money is held. */
export const payoutRequested = event('payout.coins.requested', coins);

/** The bank has paid a payout: its coins have left. */
export const payoutPaid = event('payout.coins.booked', coins);

/** A payout was refused, and its money is back in its user's wallet. */
export const payoutReturned = event('payout.coins.returned', coins);

export type CoinsEvent = typeof coinsCredited;
