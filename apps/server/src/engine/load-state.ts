import { setTimeout as pause } from 'node:timers/promises';
import { beatLease } from '../platform/db/lease.ts';
import { transactOnce } from '../platform/db/transact.ts';
import type { Leadership } from './shard-parts.ts';

const BEAT_EVERY_MS = 200;

/**
 * Loads the state from rows alone, on another connection: once this process holds the lease, no other process can add
 * rows. Heartbeats continue meanwhile, so that a slow reload does not make the lease stale.
 */
export async function loadState<State, Command, Facts, Rows>(
  leadership: Omit<Leadership<State, Command, Facts, Rows>, 'state'>,
): Promise<State> {
  await leadership.onCheckpoint?.('reloading');
  let isDone = false;
  const loading = leadership.product
    .prepare(leadership.shard)
    .then(() => leadership.product.load(leadership.readPool, leadership.shard))
    .finally(() => {
      isDone = true;
    });
  loading.catch(() => {}); // Awaited below; a failed heartbeat throws first.
  while (!isDone) {
    await beatLease(transactOnce(leadership.db), leadership.lease);
    await Promise.race([loading.catch(() => {}), pause(BEAT_EVERY_MS)]);
  }
  return await loading;
}
