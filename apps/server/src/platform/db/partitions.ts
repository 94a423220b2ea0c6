import { sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * Keeps every growing table's partitions ahead of the clock, without which inserts would fail, and drops expired ones.
 */
export async function keepPartitions(db: Db): Promise<void> {
  await sql`select partitions_ensure()`.execute(db);
  await sql`select partitions_drop()`.execute(db);
}
