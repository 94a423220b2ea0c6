import { randomBytes } from 'node:crypto';
import { uuidV7 } from '@app/base';
import type pg from 'pg';
import { BODY_HASH } from '../spot/mix.ts';

/** Parameters of one statement, one array as text each, encoded before the clock starts. */
export type Columns = readonly string[];

export type Row = Readonly<Record<string, string | null>>;

/** Rows of the ledger and receipts that belong to some references. */
export type BareMoney = { readonly transfers: Columns; readonly entries: Columns; readonly receipts: Columns };

/** A table's columns with their types, in the order of the parameters. */
export const table = (name: string, columns: string) => {
  const all = columns.split(',').map((column) => column.trim().split(' ') as [name: string, type: string]);
  const names = all.map(([column]) => column);
  const values = all.map(([, type], index) => `$${index + 1}::${type}[]`);
  return { names, insert: `insert into ${name} (${names.join(', ')}) select * from unnest(${values.join(', ')})` };
};

const TRANSFER = table('ledger_transfer', 'id bigint, kind text, ref text, book text, digest bytea');
const RECEIPT = table('receipt', 'id bigint, kind text, block bigint, body jsonb');
const RECORD = table('idempotency', 'key uuid, user_id bigint, route text, body_hash bytea, answer jsonb');

/** Statements that every product's rows need. */
export const COMMON_STATEMENTS = {
  transfers: TRANSFER.insert,
  receipts: RECEIPT.insert,
  records: RECORD.insert,
  entries: `
    with added as (insert into ledger_entry (transfer, account, currency, available_delta, frozen_delta)
      select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::numeric[], $5::numeric[])
      returning account, available_delta, frozen_delta)
    update ledger_account a set available = a.available + d.available, frozen = a.frozen + d.frozen
      from (select account, sum(available_delta) as available, sum(frozen_delta) as frozen from added group by account) d
     where a.id = d.account`,
} as const;

/** Where rows are read from: those of a product with ids from some point on. */
export type Source = {
  readonly root: pg.Pool;
  readonly after: string;
  /** Accounts of the bare database, by owner and kind. */
  readonly accounts: ReadonlyMap<string, string>;
};

/** Lists columns of a table as text. */
export const texts = (names: readonly string[], alias: string) =>
  names.map((name) => `${alias}.${name}::text`).join(', ');

/** Reads what a product has written to the ledger and as receipts. Returns what finds it by references. */
export async function readMoney(
  { root, after, accounts }: Source,
  product: 'contract' | 'seconds',
): Promise<(refs: readonly Ref[], part?: Part) => BareMoney> {
  const read = async (query: string) => (await root.query<Row>(query, [after])).rows;
  const transfers = groupBy(
    'ref',
    await read(
      `select ${texts(TRANSFER.names, 't')} from ledger_transfer t where t.id > $1 and t.kind like '${product}.%'`,
    ),
  );
  const entries = groupBy(
    'transfer',
    await read(
      `select e.transfer::text, a.owner || '|' || a.kind as account, e.currency, e.available_delta::text, e.frozen_delta::text
       from ledger_entry e join ledger_account a on a.id = e.account where e.transfer > $1`,
    ),
  );
  const receipts = groupBy('id', await read(`select ${texts(RECEIPT.names, 'r')} from receipt r where r.id > $1`));
  return (refs, { kinds, receiptIds = refs } = {}) => {
    const named = refs.flatMap((ref) => transfers.get(ref ?? '') ?? []);
    const moved = kinds === undefined ? named : named.filter(({ kind }) => kinds.includes(kind ?? ''));
    const lines = moved.flatMap(({ id }) => entries.get(id ?? '') ?? []);
    const issued = receiptIds.flatMap((id) => receipts.get(id ?? '') ?? []);
    return {
      transfers: columnsOf(moved, TRANSFER.names),
      entries: columnsOf(
        lines.map((line) => ({ ...line, account: accounts.get(line.account ?? '') ?? '0' })),
        ['transfer', 'account', 'currency', 'available_delta', 'frozen_delta'],
      ),
      receipts: columnsOf(issued, RECEIPT.names),
    };
  };
}

type Ref = string | null | undefined;

/** Which transfers of the references, and receipts with other ids than these. */
type Part = { readonly kinds?: readonly string[]; readonly receiptIds?: readonly Ref[] };

/** Records under new keys: those of ours are in their own table. */
export const recordsOf = (rows: readonly Row[], name: string): Columns =>
  columnsOf(
    rows.map(({ id, user_id }) => ({
      key: uuidV7(Date.now(), randomBytes(10)),
      user_id: user_id ?? null,
      route: `BENCH ${name}`,
      body_hash: `\\x${BODY_HASH}`,
      answer: JSON.stringify({ deal: id }),
    })),
    RECORD.names,
  );

export const columnsOf = (rows: readonly Row[], names: readonly string[]): Columns =>
  names.map((name) => `{${rows.map((row) => quoted(row[name])).join(',')}}`);

const quoted = (value: string | null | undefined) =>
  value == null ? 'NULL' : `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

export function groupBy(key: string, rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  return Map.groupBy(rows, (row) => row[key] ?? '');
}
