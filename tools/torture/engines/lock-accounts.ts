import { setTimeout as pause } from 'node:timers/promises';
import type { FreshDatabase } from '@app/testkit';
import { withClient } from '../rig.ts';
import type { Target } from './faults.ts';
import type { Below } from './terms.ts';

const LOCKED_MS = 700;
const LOCKED_MS_MORE = 900;

export type LockedTarget = Target & { readonly database: FreshDatabase };

/**
 * Locks accounts of one kind of half of the demo users, as a slow transfer elsewhere would: what prices trigger for them
 * has to wait, and nobody else. The engine dies meanwhile, if that is wanted.
 */
export async function lockAccounts(
  { database, cluster, shard }: LockedTarget,
  below: Below,
  { kind, isFatal }: { readonly kind: string; readonly isFatal: boolean },
): Promise<number> {
  // The end of the connection ends the transaction too.
  return await withClient(database.urlOf('postgres'), async (client) => {
    await client.query('begin');
    await client.query(
      `select from ledger_account where kind = $2 and owner like 'user:%' and book = 'demo' and id % 2 = $1 for update`,
      [below(2), kind],
    );
    await pause(LOCKED_MS + below(LOCKED_MS_MORE));
    if (isFatal) cluster.signal(cluster.ownerOf(shard), 'SIGKILL');
    const atMs = performance.now();
    await pause(below(LOCKED_MS));
    return atMs;
  });
}

/** Faults that lock accounts of a product. */
export const lockingFaults = (kind: string) => ({
  'accounts locked': (target: LockedTarget, below: Below) => lockAccounts(target, below, { kind, isFatal: false }),
  'accounts locked and engine killed': (target: LockedTarget, below: Below) =>
    lockAccounts(target, below, { kind, isFatal: true }),
});
