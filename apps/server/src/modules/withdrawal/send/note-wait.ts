import type { WaitReason } from '@app/domain/withdrawal';
import { holdLease } from '../../../platform/db/lease.ts';
import * as store from './send.store.ts';
import type { SendDeps } from './send-plan.ts';

/** Records why a withdrawal is not sent now, for the desk. */
export async function noteWait(
  { db, transact, lease }: Pick<SendDeps, 'db' | 'transact' | 'lease'>,
  id: bigint,
  reason: WaitReason,
): Promise<void> {
  if ((await store.readWait(db, id)) === reason) return;
  await transact(async (tx) => {
    await holdLease(tx, lease);
    await store.writeWait(tx, id, reason);
  });
}
