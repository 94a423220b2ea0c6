import { holdLease } from '../../platform/db/lease.ts';
import * as store from './sweep.store.ts';
import type { SweepDeps } from './sweep-plan.ts';

/** Stops sweeping on a chain until an operator has looked. Nothing is signed meanwhile; deposits and withdrawals go on. */
export async function halt(
  { transact, lease, plan, log }: Pick<SweepDeps, 'transact' | 'lease' | 'plan' | 'log'>,
  reason: string,
): Promise<void> {
  log.error({ chain: plan.chain, reason }, 'sweep.halted');
  await transact(async (tx) => {
    await holdLease(tx, lease);
    await store.writeHalt(tx, plan.chain, reason);
  });
}
