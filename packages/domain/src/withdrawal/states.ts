/**
 * States of a withdrawal; its money is held until the last one. `review`: waits for two people. `approved`: custody may
 * sign it. `signed`: a signed transaction is stored, and may be on the chain. `refused`: the hold is about to be returned.
 */
export const WITHDRAWAL_STATES = ['review', 'approved', 'signed', 'confirmed', 'refused', 'returned'] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];

/**
 * What a withdrawal may become. One that is signed is never returned before the chain says that its transaction failed:
 * a failed broadcast is unknown.
 */
export const NEXT_STATES: Readonly<Record<WithdrawalState, readonly WithdrawalState[]>> = {
  review: ['approved', 'refused'],
  approved: ['signed', 'refused'],
  signed: ['confirmed', 'refused'],
  confirmed: [],
  refused: ['returned'],
  returned: [],
};

/** States in which the money is held. */
export const HELD_STATES: readonly WithdrawalState[] = ['review', 'approved', 'signed', 'refused'];

/** Why a withdrawal was refused after it was accepted. */
export const WITHDRAWAL_REFUSALS = ['by_user', 'by_staff', 'not_sound', 'chain_failed'] as const;
export type WithdrawalRefusal = (typeof WITHDRAWAL_REFUSALS)[number];

/** Why people look at a withdrawal before it is approved. */
export const REVIEW_REASONS = ['large', 'new_address', 'frequent', 'unusual'] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];
