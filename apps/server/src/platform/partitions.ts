import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Keeps every growing table's partitions ahead of the clock; without one for today, inserts would fail. */
export async function ensurePartitions(db: Db): Promise<void> {
  await sql`select partitions_ensure()`.execute(db);
}
