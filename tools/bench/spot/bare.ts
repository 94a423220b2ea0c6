import { type Database, openDatabase } from '@app/server/platform/db/database';
import type pg from 'pg';
import { pino } from 'pino';
import type { PrivatePostgres } from '../../torture/private-postgres.ts';
import { type BareBatch, makeBareBatches } from './bare-batch.ts';
import { cpuMsOf } from './meter.ts';
import { makePairs } from './mix.ts';
import { openUsers } from './testbed.ts';

/**
 * Bare contestant: the same tables and indexes, the same rows in batches of the same size over one connection, without
 * any check.
 */
export type Bare = {
  readonly root: pg.Pool;
  run(batch: { readonly size: number; readonly orders: number }): Promise<BareRound>;
  stop(): Promise<void>;
};

/** Orders a second, and CPU time of an order: the script and its connection's server process. */
type BareRound = { readonly perSecond: number; readonly cpuUs: number };

export async function openBare(postgres: PrivatePostgres, users: number): Promise<Bare> {
  const { database, root } = await openUsers(postgres, users);
  await root.query('drop trigger ledger_apply on ledger_entry');
  await root.query(
    `insert into ledger_account (owner, kind, currency, book, floored) values ('house:spot-demo', 'fee_income', 'USDT', 'demo', false)`,
  );
  await root.query(`insert into lease (name, epoch, owner, pid, backend_start) values ('spot-real', 1, '', 0, now())`);
  const writer = openDatabase(
    { url: database.urlOf('postgres'), connectionsMax: 1, byKeysOnly: true },
    pino({ level: 'silent' }),
  );
  const { rows } = await root.query<{ name: string; id: string }>(
    `select owner || '|' || currency as name, id from ledger_account`,
  );
  const makeBatch = makeBareBatches(new Map(rows.map(({ name, id }) => [name, String(id)])), makePairs(users));
  return {
    root,
    run: async ({ size, orders }) => {
      const batches = Array.from({ length: Math.ceil(orders / size) }, () => makeBatch(size));
      return await writeAll(writer, batches);
    },
    stop: async () => {
      await writer.close();
      await root.end();
    },
  };
}

async function writeAll({ pool }: Database, batches: readonly BareBatch[]): Promise<BareRound> {
  const client = await pool.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const cpuMs = () => cpuMsOf(process.pid) + cpuMsOf(rows[0]?.pid ?? 0);
  const startedMs = performance.now();
  const startedCpuMs = cpuMs();
  for (const batch of batches) await write(client, batch);
  const tookMs = performance.now() - startedMs;
  const tookCpuMs = cpuMs() - startedCpuMs;
  client.release();
  const orders = batches.reduce((sum, { size }) => sum + size, 0);
  return { perSecond: (orders * 1_000) / tookMs, cpuUs: (tookCpuMs * 1_000) / orders };
}

/** Writes the rows in the same order as the shard. */
async function write(client: pg.PoolClient, batch: BareBatch): Promise<void> {
  await client.query('begin');
  await client.query(`update lease set heartbeat_at = clock_timestamp() where name = 'spot-real'`);
  await client.query(INSERT_ORDERS, [...batch.orders]);
  await client.query(UPDATE_ORDERS, [...batch.makers]);
  await client.query(INSERT_FILLS, [...batch.fills]);
  await client.query(INSERT_TRANSFERS, [...batch.transfers]);
  await client.query(INSERT_ENTRIES, [...batch.entries]);
  await client.query(INSERT_RECORDS, [...batch.records]);
  await client.query(`insert into outbox (id, topic, payload) values ($1, 'spot.fill.settled', $2)`, [...batch.event]);
  await client.query('commit');
}

const INSERT_ORDERS = `
  insert into spot_order (id, user_id, book, market, side, kind, force, price, quantity, budget, maker_rate, taker_rate,
                          filled, cost, exact_fee, fee, held, status, reason, key, at, closed_at)
  select id, user_id, 'demo', market, side, kind, force, price, quantity, budget, maker_rate, taker_rate, filled, cost,
         exact_fee, fee, held, status, reason, key, to_timestamp(at / 1000.0), to_timestamp(closed_at / 1000.0)
    from unnest($1::bigint[], $2::bigint[], $3::int[], $4::text[], $5::text[], $6::text[], $7::numeric[], $8::numeric[],
                $9::numeric[], $10::numeric[], $11::numeric[], $12::numeric[], $13::numeric[], $14::numeric[],
                $15::numeric[], $16::numeric[], $17::text[], $18::text[], $19::uuid[], $20::bigint[], $21::bigint[])
      as n (id, user_id, market, side, kind, force, price, quantity, budget, maker_rate, taker_rate, filled, cost,
            exact_fee, fee, held, status, reason, key, at, closed_at)`;

const UPDATE_ORDERS = `
  update spot_order o
     set filled = n.filled, cost = n.cost, exact_fee = n.exact_fee, fee = n.fee, held = n.held, status = n.status,
         reason = n.reason, closed_at = to_timestamp(n.closed_at / 1000.0)
    from unnest($1::bigint[], $2::numeric[], $3::numeric[], $4::numeric[], $5::numeric[], $6::numeric[], $7::text[],
                $8::text[], $9::bigint[])
      as n (id, filled, cost, exact_fee, fee, held, status, reason, closed_at)
   where o.id = n.id`;

const INSERT_FILLS = `
  insert into spot_fill (id, book, market, side, price, quantity, taker_order, maker_order, taker, maker, taker_fee,
                         maker_fee, at)
  select id, 'demo', market, side, price, quantity, taker_order, maker_order, taker, maker, taker_fee, maker_fee,
         to_timestamp(at / 1000.0)
    from unnest($1::bigint[], $2::int[], $3::text[], $4::numeric[], $5::numeric[], $6::bigint[], $7::bigint[],
                $8::bigint[], $9::bigint[], $10::numeric[], $11::numeric[], $12::bigint[])
      as n (id, market, side, price, quantity, taker_order, maker_order, taker, maker, taker_fee, maker_fee, at)`;

const INSERT_TRANSFERS = `
  insert into ledger_transfer (id, kind, ref, book, digest)
  select id, kind, ref, book, decode(digest, 'hex')
    from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[]) as n (id, kind, ref, book, digest)`;

const INSERT_ENTRIES = `
  with added as (insert into ledger_entry (transfer, account, currency, available_delta, frozen_delta)
    select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::numeric[], $5::numeric[])
    returning account, available_delta, frozen_delta)
  update ledger_account a set available = a.available + d.available, frozen = a.frozen + d.frozen
    from (select account, sum(available_delta) as available, sum(frozen_delta) as frozen from added group by account) d
   where a.id = d.account`;

const INSERT_RECORDS = `
  insert into idempotency (key, user_id, route, body_hash, answer)
  select key, user_id, route, decode(hash, 'hex'), answer
    from unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::jsonb[]) as n (key, user_id, route, hash, answer)`;
