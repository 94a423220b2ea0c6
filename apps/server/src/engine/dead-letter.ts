import { holdLease } from '../platform/db/lease.ts';
import { transactOnce } from '../platform/db/transact.ts';
import * as store from './engine.store.ts';
import type { PendingCommand } from './queue.ts';
import type { Leadership } from './shard-parts.ts';

type Failed = Pick<PendingCommand<unknown>, 'rawPayload' | 'inboxId' | 'trace'>;

/**
 * Stores a command that failed on its own as a dead letter for manual inspection; health reports it until it is
 * resolved.
 */
export async function deadLetter<State, Command, Facts, Rows>(
  { db, lease, shard, nextId, meter, log }: Leadership<State, Command, Facts, Rows>,
  { rawPayload, inboxId, trace }: Failed,
  cause: unknown,
): Promise<void> {
  await transactOnce(db)(async (tx) => {
    await holdLease(tx, lease);
    await store.insertDeadCommand(tx, { id: nextId(), shard: shard.name, command: rawPayload, error: String(cause) });
    await store.deleteInbox(tx, inboxId === undefined ? [] : [inboxId]);
  });
  log.error({ shard: shard.name, command: rawPayload, trace, err: cause }, 'engine.command_dead');
  meter.decided('dead', 1);
}
