import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** Order as the engine would have written it: defaults to a resting sell of one BTC. */
export type OrderColumns = Readonly<Partial<Record<string, unknown>>> & {
  readonly id: bigint;
  readonly user_id: bigint;
};

const RESTING = {
  book: 'real',
  market: 1,
  side: 'sell',
  kind: 'limit',
  force: 'gtc',
  price: '60000',
  quantity: '1',
  budget: null,
  maker_rate: '0.001',
  taker_rate: '0.0015',
  filled: '0',
  cost: '0',
  exact_fee: '0',
  fee: '0',
  held: '1',
  status: 'open',
  reason: null,
  closed_at: null,
};

export const insertOrder = (client: pg.Client, columns: OrderColumns): Promise<unknown> =>
  insert(client, 'spot_order', { ...RESTING, key: randomUUID(), at: new Date(), ...columns });

/** Inserts a fill between two users' orders; defaults to a sell of one BTC at 60,000. */
export const insertFill = (
  client: pg.Client,
  columns: Readonly<Partial<Record<string, unknown>>> & { readonly id: bigint },
): Promise<unknown> =>
  insert(client, 'spot_fill', {
    book: 'real',
    market: 1,
    side: 'sell',
    price: '60000',
    quantity: '1',
    taker_fee: '0',
    maker_fee: '0',
    at: new Date(),
    ...columns,
  });

function insert(client: pg.Client, table: string, row: Readonly<Record<string, unknown>>): Promise<unknown> {
  const names = Object.keys(row);
  const values = names.map((_, index) => `$${index + 1}`);
  return client.query(`insert into ${table} (${names.join()}) values (${values.join()})`, Object.values(row));
}

/** Creates a partition for ids from before the first one: rows of any age can then be inserted. */
export async function openPast(root: pg.Client, table: 'spot_order' | 'spot_fill'): Promise<void> {
  const { rows } = await root.query<{ first: string }>(
    `select id_floor(min(to_date(right(c.relname, 8), 'YYYYMMDD'))::timestamp at time zone 'UTC')::text as first
       from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = '${table}'::regclass`,
  );
  await root.query(
    `create table ${table}_past partition of ${table} for values from (minvalue) to (${rows[0]?.first ?? 0})`,
  );
}
