import { sql } from 'kysely';
import type { Reader } from './database.ts';

/**
 * Returns business time: the database's, the same for every process; tests replace `app_now()` in their own database.
 */
export async function now(tx: Reader): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select app_now() as now`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('the database returned no time');
  return row.now;
}
