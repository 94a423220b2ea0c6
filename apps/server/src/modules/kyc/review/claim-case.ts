import { kycSettings } from '@app/domain/kyc';
import type { Transact } from '../../../platform/db/transact.ts';
import { refuseWith } from '../../../platform/http/accept.ts';
import type { Settings } from '../../reference/index.ts';
import * as store from './review.store.ts';

type Deps = { readonly transact: Transact; readonly settings: Settings };

/**
 * Gives a member of staff the oldest case that nobody holds, for the minutes of the setting; the one held already comes
 * first. Undefined if none waits.
 */
export async function claimNextCase(
  { transact, settings }: Deps,
  reviewer: store.Reviewer,
): Promise<bigint | undefined> {
  const { value: minutes } = await settings.read(kycSettings.claimMinutes);
  return await transact((tx) => store.claimNext(tx, reviewer, minutes));
}

/** Gives a case back to the queue, where it keeps its place. */
export async function releaseCase(
  { transact }: Pick<Deps, 'transact'>,
  reviewer: store.Reviewer,
  caseId: bigint,
): Promise<void> {
  if (!(await transact((tx) => store.release(tx, caseId, reviewer)))) refuseWith('identity_case_lost');
}
