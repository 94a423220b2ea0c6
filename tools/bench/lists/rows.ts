import type pg from 'pg';

/** The user of the rows, and the markets: nearly all rows are in the first, three in the second. */
export const OWNER = 7n;
export const BUSY = 'BTC/USDT';
export const RARE = 'ETH/USDT';

export const WEEKS = 52;

/**
 * Writes a year of one user's orders and fills, newest last: all cancelled purchases of one market, but for three filled
 * long ago in another, three sales and five open orders. Every tenth order has a fill.
 */
export async function writeRows(root: pg.Client, orders: number): Promise<void> {
  for (const table of ['spot_order', 'spot_fill']) await openPastWeeks(root, table);
  await root.query('set session_replication_role = replica');
  const restore = await dropIndexes(root, ['spot_order', 'spot_fill']); // Built at the end, which is much faster.
  const idOf = (n: string) =>
    `id_floor(now() - make_interval(secs => ($1 - ${n})::float8 * ${WEEKS * 7 * 86_400 - 86_400} / $1))`;
  await root.query(
    `insert into spot_order (id, user_id, book, market, side, kind, force, price, quantity, maker_rate, taker_rate, filled,
                             cost, exact_fee, fee, held, status, reason, key, at, closed_at)
     select made.id, ${OWNER}, 'real', case when is_filled then 2 else 1 end, case when n % ($1 / 3) = 9 then 'sell' else 'buy' end,
            'limit', 'gtc', 60000, 1, 0.001, 0.0015, is_filled::int, is_filled::int * 60000, 0, 0, is_open::int,
            case when is_open then 'open' when is_filled then 'filled' else 'cancelled' end,
            case when is_open or is_filled then null else 'user' end, gen_random_uuid(), made.at,
            case when is_open then null else made.at end
       from generate_series(1, $1::bigint) n,
            lateral (select n in (50, 60, 70) as is_filled, n % ($1 / 5) = 5 as is_open) kind,
            lateral (select ${idOf('n')} + n % 4096 as id) placed,
            lateral (select placed.id, timestamptz '2025-01-01 00:00Z' + (placed.id >> 22) * interval '1 millisecond' as at) made`,
    [orders],
  );
  await root.query(
    `insert into spot_fill (id, book, market, side, price, quantity, taker_order, taker, taker_fee, maker_fee, at)
     select made.id, 'real', case when n in (50, 60, 70) then 2 else 1 end, 'buy', 60000, 1, made.id, ${OWNER}, 0, 0, now()
       from generate_series(10, $1::bigint, 10) n, lateral (select ${idOf('n')} + n % 4096 as id) made`,
    [orders],
  );
  await restore();
  await root.query('vacuum analyze spot_order');
  await root.query('vacuum analyze spot_fill');
}

/** Creates the weekly partitions of a year, as they would exist by then. */
export async function openPastWeeks(root: pg.Client, table: string): Promise<void> {
  const { rows } = await root.query<{ first: string }>(
    `select min(right(c.relname, 8)) as first from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = '${table}'::regclass`,
  );
  for (let week = 1; week <= WEEKS; week++)
    await root.query(
      `do $$
       declare day timestamptz := ('${rows[0]?.first} 00:00Z')::timestamptz - interval '${7 * week} days';
       begin
         execute format('create table %I partition of ${table} for values from (%s) to (%s)',
                        '${table}_' || to_char(day at time zone 'UTC', 'YYYYMMDD'), id_floor(day), id_floor(day + interval '7 days'));
       end $$`,
    );
}

/** Drops the indexes of tables except those of their keys; returns what creates them again. */
export async function dropIndexes(root: pg.Client, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows } = await root.query<{ name: string; definition: string }>(
    `select indexname as name, replace(indexdef, ' ON ONLY ', ' ON ') as definition from pg_indexes
      where tablename = any($1) and indexname not like '%_pkey' and indexname not like '%_key'`,
    [tables],
  );
  for (const { name } of rows) await root.query(`drop index ${name}`);
  return async () => {
    for (const { definition } of rows) await root.query(definition);
  };
}
