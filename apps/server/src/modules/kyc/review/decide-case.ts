import { expectDefined } from '@app/base';
import { type Check, isChecked, type KycLevel, type Outcome, type RejectionReason } from '@app/domain/kyc';
import { DatabaseError } from 'pg';
import type { Transact } from '../../../platform/db/transact.ts';
import type { NextId } from '../../../platform/db/writer.ts';
import { refuseWith } from '../../../platform/http/accept.ts';
import * as store from './review.store.ts';

export type CaseDecision = {
  readonly caseId: bigint;
  readonly outcome: Outcome;
  /** At least one for a rejection, none for an approval. */
  readonly reasons: readonly RejectionReason[];
  /** What the reviewer checked: everything of the level for an approval. */
  readonly checks: readonly Check[];
  /** Last day on which the approved document is valid, as `YYYY-MM-DD`; without it the approval has no end. */
  readonly validUntil?: string | undefined;
  /** Why, for the trail. */
  readonly note?: string | undefined;
};

type Deps = { readonly transact: Transact; readonly nextId: NextId };

const NOT_HELD = 'KY001';
const NOT_ALLOWED = 'KY002';

/**
 * Decides a case that this member of staff holds. The database checks the claim, records the decision, changes the
 * user's level and country, and notifies the user: all of it or nothing. Returns the user's level afterwards.
 */
export async function decideCase(
  { transact, nextId }: Deps,
  reviewer: store.Reviewer,
  { caseId, outcome, reasons, checks, validUntil, note = '' }: CaseDecision,
): Promise<KycLevel> {
  const ids = [nextId(), nextId(), nextId()];
  const decision = { caseId, reviewer, outcome, reasons, validUntil, ids, note };
  try {
    const level = await transact(async (tx) => {
      const row = await store.findCase(tx, caseId);
      if (row !== undefined && outcome === 'approved' && !isChecked(row.level, checks)) refuseWith('parameter_error');
      return await store.decide(tx, decision);
    });
    return expectDefined(level, 'the level of a decided case') as KycLevel; // By a check of its column.
  } catch (error) {
    if (error instanceof DatabaseError && error.code === NOT_HELD) return refuseWith('identity_case_lost');
    if (error instanceof DatabaseError && error.code === NOT_ALLOWED) return refuseWith('parameter_error');
    throw error;
  }
}
