/**
 * States of a payout to a bank; its money is held until the last one. `review`: waits for two people. `approved`: finance may
 * pay it at the bank. `paid`: two people said so, and the money is booked. `refused`: the hold is about to be returned.
 */
export const PAYOUT_STATES = ['review', 'approved', 'paid', 'refused', 'returned'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/** What a payout may become. Custody makes the last steps, in which money moves. */
export const NEXT_PAYOUT_STATES: Readonly<Record<PayoutState, readonly PayoutState[]>> = {
  review: ['approved', 'refused'],
  approved: ['paid', 'refused'],
  paid: [],
  refused: ['returned'],
  returned: [],
};

/** Why a payout was refused after it was accepted. `not_paid`: it was approved, and two people say that the bank paid nothing. */
export const PAYOUT_REFUSALS = ['by_user', 'by_staff', 'not_paid'] as const;
export type PayoutRefusal = (typeof PAYOUT_REFUSALS)[number];
