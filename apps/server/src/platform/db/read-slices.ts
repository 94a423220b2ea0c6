import { setImmediate as letOthersIn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

const ROWS_A_SLICE = 2_000;

/**
 * Reads the rows of a long query in slices, in one snapshot. Between two slices other work runs, so that reading a
 * million rows delays no heartbeat.
 */
export async function readSlices<Row>(
  db: Db,
  query: RawBuilder<Row>,
  onSlice: (rows: readonly Row[]) => void,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`declare slices no scroll cursor for ${query}`.execute(tx);
    for (let rows = 1; rows > 0; ) {
      const slice = await sql<Row>`fetch ${sql.lit(ROWS_A_SLICE)} from slices`.execute(tx);
      rows = slice.rows.length;
      if (rows > 0) onSlice(slice.rows);
      await letOthersIn();
    }
  });
}
