import * as routes from '@app/protocol/staff';
import { call } from '../../data/call.ts';
import type { Change, DeskWithdrawal } from '../../data/queries.ts';
import { PayloadDiffers, signChange } from '../../data/sign-change.ts';
import { isChangeOf } from './desk-rules.ts';

/** Proposes to approve a withdrawal, with exactly the text of its row. */
export async function proposeApproval({ payload }: DeskWithdrawal, reason: string): Promise<Change> {
  return await call(routes.proposeChange, { kind: 'withdrawal.approve', payload, reason });
}

/** Signs a proposal of the caller's own; what the server made of it must be what the row says. */
export async function signProposal(row: DeskWithdrawal, change: Change, reason: string): Promise<void> {
  if (!isChangeOf(row, change)) throw new PayloadDiffers();
  await signChange(change, reason);
}

/** Refuses a withdrawal. A change that would have approved it is ended too, so that nobody is asked to sign it. */
export async function refuseWithdrawal(
  { id }: DeskWithdrawal,
  change: Change | null | undefined,
  reason: string,
): Promise<void> {
  await call(routes.refuseWithdrawal, { id, reason });
  if (change?.state !== 'waiting' || change.part === 'reader') return;
  await call(routes.refuseChange, { id: change.id, reason }).catch(() => undefined); // It approves nothing any more.
}
