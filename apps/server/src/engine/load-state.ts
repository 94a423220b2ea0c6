import { setTimeout as pause } from 'node:timers/promises';
import { beatLease } from '../platform/lease.ts';
import { transactOnce } from '../platform/transact.ts';
import type { Leadership } from './shard-parts.ts';

const BEAT_EVERY_MS = 200;

/**
 * From the rows alone, on another connection: once the lease is ours nobody else can add to them. The lease is held
 * meanwhile, because a slow reload must not look like silence.
 */
export async function loadState<State, Command, Facts, Rows>(
  leadership: Omit<Leadership<State, Command, Facts, Rows>, 'state'>,
): Promise<State> {
  await leadership.onCheckpoint?.('reloading');
  let isDone = false;
  const loading = leadership.product
    .prepare(leadership.shard)
    .then(() => leadership.product.load(leadership.side, leadership.shard))
    .finally(() => {
      isDone = true;
    });
  loading.catch(() => {}); // Awaited below, once a failed heartbeat has had its say.
  while (!isDone) {
    await beatLease(transactOnce(leadership.db), leadership.lease);
    await Promise.race([loading.catch(() => {}), pause(BEAT_EVERY_MS)]);
  }
  return await loading;
}
