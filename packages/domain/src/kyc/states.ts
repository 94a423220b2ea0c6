import { type Decision, ok, refuse } from '@app/base';
import type { CaseLevel } from './documents.ts';
import type { KycLevel } from './levels.ts';

/** States of a case. An approval ends when its document expires or when it is withdrawn. */
export const CASE_STATES = ['under_review', 'verified', 'rejected', 'expired', 'withdrawn'] as const;
export type CaseState = (typeof CASE_STATES)[number];

/** States of a level as its owner sees them (spec 4, "KYC"). */
export const LEVEL_STATES = ['not_verified', 'under_review', 'verified', 'rejected'] as const;
export type LevelState = (typeof LEVEL_STATES)[number];

/** Outcomes that staff decide, and those that a decision row can hold besides. */
export const OUTCOMES = ['approved', 'rejected'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export const RECORDED_OUTCOMES = [...OUTCOMES, 'overridden', 'withdrawn', 'expired'] as const;

/** What an identity provider may recommend. It decides nothing. */
export const VERDICTS = ['approve', 'reject', 'unsure'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Returns the state of a level by its newest case. An approval that ended leaves the level as if it was never checked. */
export function levelState(newest: CaseState | undefined): LevelState {
  if (newest === undefined || newest === 'expired' || newest === 'withdrawn') return 'not_verified';
  return newest;
}

export type SubmissionRefusal = 'identity_required' | 'identity_under_review' | 'identity_verified_already';

/**
 * Decides whether documents for a level may be sent. After a rejection, and after an approval that ended, they may be
 * sent again. Level 2 needs level 1.
 */
export function checkSubmission(
  level: CaseLevel,
  { verification, newest }: { readonly verification: KycLevel; readonly newest: CaseState | undefined },
): Decision<true, SubmissionRefusal> {
  const state = levelState(newest);
  if (state === 'under_review') return refuse('identity_under_review');
  if (state === 'verified' || verification >= level) return refuse('identity_verified_already');
  return level === 2 && verification < 1 ? refuse('identity_required') : ok(true);
}
