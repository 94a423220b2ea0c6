import type { WithdrawalState } from './states.ts';

/**
 * Why custody does not send an approved withdrawal now. `not_sound`: it fails verification. `hourly_max`: the most of an
 * hour is reached. `not_payable`: the chain would refuse it, for example because the sender has too little.
 * `gas_price`: the chain asks for more than the highest price.
 */
export const WAIT_REASONS = ['not_sound', 'hourly_max', 'not_payable', 'gas_price'] as const;
export type WaitReason = (typeof WAIT_REASONS)[number];

/** Usually a block contains a withdrawal within two minutes of its approval. */
export const STUCK_MS = 600_000;

type Approved = {
  readonly state: WithdrawalState;
  readonly approvedMs: number | undefined;
  readonly isMined: boolean;
};

/** Whether somebody should look why an approved withdrawal is in no block yet. */
export const isStuck = ({ state, approvedMs, isMined }: Approved, nowMs: number): boolean =>
  (state === 'approved' || state === 'signed') && !isMined && approvedMs !== undefined && nowMs - approvedMs > STUCK_MS;
