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

/**
 * Why custody does not send an approved withdrawal now. `not_sound`: it fails verification. `hourly_max`: the most of an
 * hour is reached. `not_payable`: the chain would refuse it, for example because the sender has too little.
 * `gas_price`: the chain asks for more than the highest price.
 */
export const WAIT_REASONS = ['not_sound', 'hourly_max', 'not_payable', 'gas_price'] as const;
export type WaitReason = (typeof WAIT_REASONS)[number];

/** Normally a block contains a withdrawal within two minutes of its approval. */
export const STUCK_MS = 600_000;

type Approved = {
  readonly state: WithdrawalState;
  readonly approvedMs: number | undefined;
  readonly isMined: boolean;
};

/** Whether somebody should look why an approved withdrawal is in no block yet. */
export const isStuck = ({ state, approvedMs, isMined }: Approved, nowMs: number): boolean =>
  (state === 'approved' || state === 'signed') && !isMined && approvedMs !== undefined && nowMs - approvedMs > STUCK_MS;
