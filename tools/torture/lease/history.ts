import { expectDefined } from '@app/base';
import type { Reader } from '@app/server/platform/db/database';
import { sql } from 'kysely';
import { type History, KIND } from './terms.ts';

/** Returns a ref `<epoch>.<number>`; numbers continue across owners, so a second writer creates a duplicate. */
export const refOf = (epoch: number, number: number) => `${epoch}.${number}`;

/** Reads everything committed below an epoch in one statement, so from one snapshot. */
export async function readHistory(db: Reader, epoch: number): Promise<History> {
  const { rows } = await sql<History>`
    select count(*)::int as batches, coalesce(max(split_part(ref, '.', 2)::int), 0) as last,
           coalesce(md5(string_agg(ref, ',' order by ref)), '') as digest
      from ledger_transfer where kind = ${KIND} and split_part(ref, '.', 1)::int < ${epoch}`.execute(db);
  return expectDefined(rows[0], 'one row of sums');
}
