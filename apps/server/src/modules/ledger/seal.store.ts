import { expectDefined } from '@app/base';
import { sql } from 'kysely';
import type { Db, Reader } from '../../platform/db/database.ts';

export type Seal = { entries: bigint; checksum: string };

/** Lists partitions that ended more than a day ago: no transaction that could still write to them is running. */
export async function listClosedPartitions(tx: Reader): Promise<{ partition: string; sealed: Seal | null }[]> {
  const { rows } = await sql<{ partition: string; entries: bigint | null; checksum: string | null }>`
    select p.partition, s.entries, s.checksum
      from (select c.relname as partition, (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \\(''(\\d+)''\\)'))[1]::bigint as until
              from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'ledger_entry'::regclass) p
      left join ledger_seal s using (partition)
     where p.until < id_floor(clock_timestamp() - interval '1 day') order by p.partition`.execute(tx);
  return rows.map(({ partition, entries, checksum }) => ({
    partition,
    sealed: entries === null || checksum === null ? null : { entries, checksum },
  }));
}

/**
 * Sums the row hashes through the parent table, because no role has rights on a partition. Row order does not affect
 * the sum.
 */
export async function sumHashes(tx: Reader, partition: string): Promise<Seal> {
  const { rows } = await sql<Seal>`
    select count(*) as entries, coalesce(sum(hashtextextended(e::text, 0)), 0)::text as checksum
      from ledger_entry e where e.tableoid = ${partition}::regclass`.execute(tx);
  return expectDefined(rows[0], 'the sum of a partition');
}

export async function insertSeal(db: Db, partition: string, seal: Seal): Promise<void> {
  await sql`insert into ledger_seal (partition, entries, checksum) values (${partition}, ${seal.entries}, ${seal.checksum}::numeric)
            on conflict (partition) do nothing`.execute(db);
}
