import { type Decision, ok, refuse } from '@app/base';
import { type Amount, formatDecimal, ZERO } from '@app/money';
import type { Chain } from '../payee/index.ts';

/**
 * States of a claim: a user says that coins they sent did not appear. `waiting`: for two people who approve it, or one who
 * refuses it. `approved`: custody credits it once so many unexplained coins lie on the chain.
 */
export const CLAIM_STATES = ['waiting', 'approved', 'credited', 'refused'] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];

/** What a claim may become. An approved one that custody has not credited can still be refused. */
export const NEXT_CLAIM_STATES: Readonly<Record<ClaimState, readonly ClaimState[]>> = {
  waiting: ['approved', 'refused'],
  approved: ['credited', 'refused'],
  credited: [],
  refused: [],
};

/** Why a claim was refused; its user reads it. */
export const CLAIM_REFUSALS = [
  'not_found',
  'other_address',
  'unsupported',
  'credited_already',
  'voucher_unclear',
  'other',
] as const;
export type ClaimRefusal = (typeof CLAIM_REFUSALS)[number];

/** Claims of one user that may wait at the same time. */
export const WAITING_CLAIMS_MAX = 3;
/** Longest text that staff write for the user of a refused claim. */
export const CLAIM_NOTE_MAX = 300;

const TX_HASH = /^0x[0-9a-f]{64}$/;

/** Reads the hash of a transaction as a person copies it; undefined if it is none. */
export function readTxHash(text: string): string | undefined {
  const lower = text.trim().toLowerCase();
  const whole = lower.startsWith('0x') ? lower : `0x${lower}`;
  return TX_HASH.test(whole) ? whole : undefined;
}

/** What the database knows when a claim arrives. */
export type ClaimStanding = {
  readonly waiting: number;
  /** Claims of the last 24 hours. */
  readonly recent: number;
  /** Whether the transaction it names is credited, or is a deposit that waits for confirmations. */
  readonly isCredited: boolean;
  readonly isArriving: boolean;
};

/** Decides whether a user may claim a deposit now. */
export function checkClaim(
  { waiting, recent, isCredited, isArriving }: ClaimStanding,
  perDay: number,
): Decision<null, 'deposit_known' | 'deposit_arriving' | 'claim_limit' | 'claim_too_often'> {
  if (isCredited) return refuse('deposit_known');
  if (isArriving) return refuse('deposit_arriving');
  if (waiting >= WAITING_CLAIMS_MAX) return refuse('claim_limit', { maximum: `${WAITING_CLAIMS_MAX}` });
  return recent >= perDay ? refuse('claim_too_often', { maximum: `${perDay}` }) : ok(null);
}

/** A claim as two people approve it. `amount` is what they found on the chain, never what the user typed. */
export type ApprovedClaim = {
  readonly id: bigint;
  readonly userId: bigint;
  readonly chain: Chain;
  readonly currency: string;
  readonly amount: Amount;
};

/** A claim as the text that two people sign; the keys are in alphabetical order, as in every signed payload. */
export const claimText = ({ id, userId, chain, currency, amount }: ApprovedClaim): string =>
  JSON.stringify({
    amount: formatDecimal(amount),
    chain,
    claim_id: String(id),
    currency,
    user_id: String(userId),
  });

/** Whether so many coins lie unexplained on the chain that a claim can be credited from them. */
export const isCovered = (amount: Amount, unexplained: Amount): boolean => amount > ZERO && amount <= unexplained;
