import { randomUUID } from 'node:crypto';
import type pg from 'pg';

type Columns = Readonly<Partial<Record<string, unknown>>>;

const OPEN = {
  book: 'real',
  market: 1,
  side: 'long',
  leverage: 10,
  terms: 0,
  opened_lots: '10',
  lots: '10',
  margin: '60',
  held_fee: '0',
  entry: '60000',
  open_fee: '0.24',
  overnight_since: '0',
  overnight_charged: '0',
  result: '0',
  fees: '0.24',
  status: 'open',
  changed_seq: 1,
  changed_ms: 0,
  chain_place: 0,
};

/** Inserts a position as the engine would have written it: defaults to an open long of ten lots of BTC at 60,000. */
export const insertPosition = (
  client: pg.Client,
  columns: Columns & { readonly id: bigint; readonly user_id: bigint },
): Promise<unknown> => {
  const at = new Date();
  return insert(client, 'contract_position', { ...OPEN, key: randomUUID(), at, opened_at: at, ...columns });
};

/** Columns of a position that has ended. */
export const CLOSED = { status: 'closed', cause: 'user', lots: '0', margin: '0', closed_at: new Date() };
/** Columns of an order that waits for its price. */
export const PENDING = { status: 'pending', limit_price: '50000', entry: null, opened_at: null, held_fee: '0.2' };

/** Inserts the end of a position: defaults to ten lots closed at 61,000. */
export const insertSettlement = (
  client: pg.Client,
  columns: Columns & { readonly id: bigint; readonly position: bigint; readonly user_id: bigint },
): Promise<unknown> =>
  insert(client, 'contract_settlement', {
    book: 'real',
    market: 1,
    side: 'long',
    cause: 'user',
    lots: '10',
    entry: '60000',
    price: '61000',
    margin: '60',
    result: '10',
    overnight: '0',
    overnight_returned: '0',
    fee: '0.244',
    liquidation_fee: '0',
    returned: '69.756',
    shortfall: '0',
    by_insurance: '0',
    by_capital: '0',
    tick_seq: 2,
    block: 1,
    at: new Date(),
    ...columns,
  });

/** Inserts the overnight fee of one position and day. */
export const insertCharge = (
  client: pg.Client,
  columns: Columns & { readonly id: bigint; readonly position: bigint; readonly user_id: bigint; readonly day: string },
): Promise<unknown> =>
  insert(client, 'contract_charge', { book: 'real', market: 1, charge: '0.18', at: new Date(), ...columns });

function insert(client: pg.Client, table: string, row: Columns): Promise<unknown> {
  const names = Object.keys(row);
  const values = names.map((_, index) => `$${index + 1}`);
  return client.query(`insert into ${table} (${names.join()}) values (${values.join()})`, Object.values(row));
}
