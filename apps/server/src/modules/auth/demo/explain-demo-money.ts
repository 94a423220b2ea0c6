import { sql } from 'kysely';
import type { ExternalReason } from '../../ledger/index.ts';

/**
 * Explains demo money by its users' rounds: a grant opens a round that its user has begun, and a sweep closes one that
 * is over. Refs are `demo:<user>:<round>`; any other is unexplained.
 */
export const explainDemoMoney: ExternalReason = {
  kinds: ['demo.grant', 'demo.sweep'],
  findUnexplained: async (tx, transfers) => {
    const { rows } = await sql<{ kind: string; ref: string }>`
      with transfer as (
        select kind, ref, case when ref ~ '^demo:[0-9]{1,18}:[0-9]{1,9}$' then split_part(ref, ':', 2)::bigint end as user_id,
               case when ref ~ '^demo:[0-9]{1,18}:[0-9]{1,9}$' then split_part(ref, ':', 3)::int end as round
          from unnest(${transfers.map(({ kind }) => kind)}::text[], ${transfers.map(({ ref }) => ref)}::text[]) as n (kind, ref))
      select kind, ref from transfer t
       where not exists (select from user_account u where u.id = t.user_id
                            and case t.kind when 'demo.grant' then t.round between 1 and u.demo_round
                                            else t.round between 0 and u.demo_round - 1 end)`.execute(tx);
    return rows;
  },
};
