import { sql } from 'kysely';
import type { ExternalReason } from '../ledger/index.ts';

/** Explains demo money of the inventory: each funding belongs to a conversion of demo mode, whose id is its ref. */
export const explainConvertFunding: ExternalReason = {
  kinds: ['convert.funding'],
  findUnexplained: async (tx, transfers) => {
    const { rows } = await sql<{ kind: string; ref: string }>`
      select t.kind, t.ref
        from unnest(${transfers.map(({ kind }) => kind)}::text[], ${transfers.map(({ ref }) => ref)}::text[]) as t (kind, ref)
       where not exists (select from conversion c
                          where c.id = case when t.ref ~ '^[1-9][0-9]{0,18}$' then t.ref::bigint end and c.book = 'demo')`.execute(
      tx,
    );
    return rows;
  },
};
