import { sql } from 'kysely';
import type { Tx } from '../../../platform/database.ts';

/** For a transaction that was only a heartbeat: losing it costs nothing, so nobody waits for the disk. */
export async function commitWithoutWaiting(tx: Tx): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(tx);
}
