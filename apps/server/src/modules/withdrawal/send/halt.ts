import { holdLease } from '../../../platform/db/lease.ts';
import * as store from './send.store.ts';
import type { SendDeps } from './send-plan.ts';

/** Stops sending on a chain until an operator has looked. Nothing is signed meanwhile. */
export async function halt(
  {
    transact,
    lease,
    plan,
    log,
  }: Pick<SendDeps, 'transact' | 'lease' | 'log'> & { readonly plan: Pick<SendDeps['plan'], 'chain'> },
  reason: string,
): Promise<void> {
  log.error({ chain: plan.chain, reason }, 'withdrawal.halted');
  await transact(async (tx) => {
    await holdLease(tx, lease);
    await store.writeHalt(tx, plan.chain, reason);
  });
}
