import { expectDefined } from '@app/base';
import type { Reader } from '@app/server/platform/database';
import { sql } from 'kysely';
import { type History, KIND } from './lease-terms.ts';

/** A ref reads `<epoch>.<number>`; the numbers go on from owner to owner, so a second writer makes one twice. */
export const refOf = (epoch: number, number: number) => `${epoch}.${number}`;

/** Everything committed below an epoch, in one statement and so in one instant. */
export async function readHistory(db: Reader, epoch: number): Promise<History> {
  const { rows } = await sql<History>`
    select count(*)::int as batches, coalesce(max(split_part(ref, '.', 2)::int), 0) as last,
           coalesce(md5(string_agg(ref, ',' order by ref)), '') as digest
      from ledger_transfer where kind = ${KIND} and split_part(ref, '.', 1)::int < ${epoch}`.execute(db);
  return expectDefined(rows[0], 'one row of sums');
}
