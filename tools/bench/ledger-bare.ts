import { makeIds } from '@app/base';
import { formatDecimal } from '@app/money';
import type pg from 'pg';
import type { Batch, Lane } from './ledger-batch.ts';

const nextId = makeIds(1023, Date.now);
const DIGEST = Buffer.alloc(16, 7);
const list = (values: readonly (bigint | string)[]) => `{${values.join(',')}}`;

/** Prepares the bare contestant: the same tables and indexes, without any of the checks. */
export async function allowBare(pool: pg.Pool): Promise<void> {
  await pool.query('drop trigger ledger_apply on ledger_entry');
}

/**
 * Writes the same rows in the same number of statements, with balances in one set-wise UPDATE and without any check.
 */
export async function postBare(pool: pg.Pool, lane: Lane, batch: Batch): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const ids = batch.map(() => nextId());
    await client.query(
      `insert into ledger_transfer (id, kind, ref, book, digest) select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bytea[])`,
      [
        list(ids),
        batch.map((it) => it.kind),
        batch.map((it) => it.ref),
        batch.map((it) => it.mode),
        batch.map(() => DIGEST),
      ],
    );
    const rows = batch.flatMap((transfer, n) => transfer.entries.map((entry) => ({ id: ids[n] ?? 0n, entry })));
    await client.query(
      `with added as (insert into ledger_entry (transfer, account, currency, available_delta, frozen_delta)
         select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::numeric[], $5::numeric[])
         returning account, available_delta, frozen_delta)
       update ledger_account a set available = a.available + d.available, frozen = a.frozen + d.frozen
         from (select account, sum(available_delta) as available, sum(frozen_delta) as frozen from added group by account) d
        where a.id = d.account`,
      [
        list(rows.map(({ id }) => id)),
        list(rows.map(({ entry }) => lane.idOf.get(entry.account.owner) ?? '0')),
        rows.map(({ entry }) => entry.account.currency),
        list(rows.map(({ entry }) => formatDecimal(entry.available))),
        list(rows.map(({ entry }) => formatDecimal(entry.frozen))),
      ],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}
