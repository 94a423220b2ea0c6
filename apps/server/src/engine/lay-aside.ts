import { holdLease } from '../platform/lease.ts';
import { transactOnce } from '../platform/transact.ts';
import * as store from './engine.store.ts';
import type { Waiting } from './queue.ts';
import type { Term } from './shard-parts.ts';

type Failed = Pick<Waiting<unknown>, 'said' | 'inboxId'>;

/** What failed alone, kept for somebody to look at; health tells of it until they did. */
export async function layAside<State, Command, Facts, Rows>(
  { db, lease, shard, nextId, meter, log }: Term<State, Command, Facts, Rows>,
  { said, inboxId }: Failed,
  cause: unknown,
): Promise<void> {
  await transactOnce(db)(async (tx) => {
    await holdLease(tx, lease);
    await store.insertDeadCommand(tx, { id: nextId(), shard: shard.name, command: said, error: String(cause) });
    await store.deleteInbox(tx, inboxId === undefined ? [] : [inboxId]);
  });
  log.error({ command: said, error: String(cause) }, 'a command failed alone and was laid aside');
  meter.decided('dead', 1);
}
