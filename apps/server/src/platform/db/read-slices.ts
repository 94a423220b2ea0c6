import { setImmediate as letOthersIn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

/** A slice is decoded and taken in one piece of work: 20 ms for rows of thirty columns. */
const ROWS_A_SLICE = 500;

/**
 * Reads the rows of a long query in slices, in one snapshot. Between two slices other work runs, so that reading a
 * million rows delays no heartbeat.
 */
export async function readSlices<Row>(
  db: Db,
  query: RawBuilder<Row>,
  onSlice: (rows: readonly Row[]) => void,
): Promise<void> {
  for await (const rows of slicesOf(db, query)) onSlice(rows);
}

/** Yields the rows of a long query in slices. The transaction is open until the reader takes the last one or stops. */
export async function* slicesOf<Row>(db: Db, query: RawBuilder<Row>): AsyncGenerator<readonly Row[]> {
  const tx = await db.startTransaction().execute();
  try {
    await sql`declare slices no scroll cursor for ${query}`.execute(tx);
    for (;;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(ROWS_A_SLICE)} from slices`.execute(tx);
      if (rows.length === 0) return;
      yield rows;
      await letOthersIn();
    }
  } finally {
    await tx.rollback().execute(); // It only read.
  }
}
