import { sql } from 'kysely';
import type { Tx } from '../../../platform/database.ts';

/** Disables the wait for disk in a heartbeat-only transaction: losing it costs nothing. */
export async function commitWithoutWaiting(tx: Tx): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(tx);
}
