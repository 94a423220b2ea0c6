import { randomBytes } from 'node:crypto';
import { uuidV7 } from '@app/base';
import type pg from 'pg';
import { BODY_HASH } from '../spot/mix.ts';

/** Parameters of one statement, one array as text each, encoded before the clock starts. */
export type Columns = readonly string[];

type Money = { readonly transfers: Columns; readonly entries: Columns; readonly receipts: Columns };

/** Positions that one transaction opens, the next one orders to be closed, and the one after that settles. */
export type BareGroup = {
  readonly size: number;
  readonly positions: Columns;
  readonly opening: Money;
  readonly opened: Columns;
  readonly closing: Columns;
  readonly ordered: Columns;
  readonly closed: Columns;
  readonly settling: Money;
  readonly settlements: Columns;
  readonly results: Columns;
  readonly event: Columns;
};

/** A table's columns with their types, in the order of the parameters. */
const table = (name: string, columns: string) => {
  const all = columns.split(',').map((column) => column.trim().split(' ') as [name: string, type: string]);
  const names = all.map(([column]) => column);
  const values = all.map(([, type], index) => `$${index + 1}::${type}[]`);
  return { names, insert: `insert into ${name} (${names.join(', ')}) select * from unnest(${values.join(', ')})` };
};

const POSITION = table(
  'contract_position',
  `id bigint, user_id bigint, book text, market int, side text, leverage int, terms int, opened_lots numeric, lots numeric,
   margin numeric, held_fee numeric, entry numeric, open_fee numeric, overnight_since numeric, overnight_charged numeric,
   result numeric, fees numeric, status text, changed_seq bigint, changed_ms bigint, chain_place int, chain_hash text, key uuid,
   at timestamptz, opened_at timestamptz`,
);
const SETTLEMENT = table(
  'contract_settlement',
  `id bigint, position bigint, user_id bigint, book text, market int, side text, cause text, lots numeric, entry numeric,
   price numeric, margin numeric, result numeric, overnight numeric, overnight_returned numeric, fee numeric,
   liquidation_fee numeric, returned numeric, shortfall numeric, by_insurance numeric, by_capital numeric, tick_seq bigint,
   block bigint, at timestamptz`,
);
const TRANSFER = table('ledger_transfer', 'id bigint, kind text, ref text, book text, digest bytea');
const RECEIPT = table('receipt', 'id bigint, kind text, block bigint, body jsonb');
const RECORD = table('idempotency', 'key uuid, user_id bigint, route text, body_hash bytea, answer jsonb');

export const STATEMENTS = {
  positions: POSITION.insert,
  settlements: SETTLEMENT.insert,
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
  closing: `
    update contract_position p set status = 'closing', cause = 'user', closing_lots = p.lots, changed_seq = n.seq, changed_ms = n.ms
      from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as n (id, seq, ms) where p.id = n.id`,
  closed: `
    update contract_position p
       set status = 'closed', lots = 0, margin = 0, open_fee = 0, closing_lots = null, result = n.result, fees = n.fees,
           changed_seq = n.seq, changed_ms = n.ms, chain_place = 2, chain_hash = n.hash, closed_at = n.closed_at
      from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::numeric[], $5::numeric[], $6::text[], $7::timestamptz[])
        as n (id, seq, ms, result, fees, hash, closed_at) where p.id = n.id`,
  results: `
    insert into day_result (user_id, book, day, product, result)
    select user_id, 'demo', current_date, 'contract', sum(result) from unnest($1::bigint[], $2::numeric[]) as n (user_id, result)
     group by user_id order by user_id
    on conflict (user_id, book, day, product) do update set result = day_result.result + excluded.result`,
  event: `insert into outbox (id, topic, payload) values ($1, 'contract.settled', $2)`,
} as const;

type Row = Readonly<Record<string, string | null>>;
type Source = { readonly after: string; readonly size: number; readonly accounts: ReadonlyMap<string, string> };

/** Reads the rows of a round as text, in groups of positions by their ids. */
export async function readGroups(root: pg.Pool, { after, size, accounts }: Source): Promise<readonly BareGroup[]> {
  const read = async (query: string) => (await root.query<Row>(query, [after])).rows;
  const texts = (names: readonly string[], alias: string) => names.map((name) => `${alias}.${name}::text`).join(', ');
  const closed = await read(
    `select ${texts(POSITION.names, 'p')}, p.closed_at::text, s.id::text as settlement, s.margin::text as settled_margin,
            s.fee::text as settled_fee
       from contract_position p join contract_settlement s on s.position = p.id where p.id > $1 order by p.id`,
  );
  const settlements = groupBy(
    'position',
    await read(`select ${texts(SETTLEMENT.names, 's')} from contract_settlement s where s.position > $1`),
  );
  const transfers = groupBy(
    'ref',
    await read(
      `select ${texts(TRANSFER.names, 't')} from ledger_transfer t where t.id > $1 and t.kind like 'contract.%'`,
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
  const moneyOf = (refs: readonly (string | null | undefined)[]): Money => {
    const moved = refs.flatMap((ref) => transfers.get(ref ?? '') ?? []);
    const lines = moved.flatMap(({ id }) => entries.get(id ?? '') ?? []);
    const issued = refs.flatMap((ref) => receipts.get(ref ?? '') ?? []);
    return {
      transfers: columnsOf(moved, TRANSFER.names),
      entries: columnsOf(
        lines.map((line) => ({ ...line, account: accounts.get(line.account ?? '') ?? '0' })),
        ['transfer', 'account', 'currency', 'available_delta', 'frozen_delta'],
      ),
      receipts: columnsOf(issued, RECEIPT.names),
    };
  };
  const groups: BareGroup[] = [];
  for (let first = 0; first < closed.length; first += size) {
    const rows = closed.slice(first, first + size);
    const settled = rows.flatMap(({ id }) => settlements.get(id ?? '') ?? []);
    const opened = rows.map((row) => ({
      ...row,
      lots: row.opened_lots ?? null,
      margin: row.settled_margin ?? null,
      open_fee: row.settled_fee ?? null,
      status: 'open',
      result: '0',
      chain_place: '1',
    }));
    groups.push({
      size: rows.length,
      positions: columnsOf(opened, POSITION.names),
      opening: moneyOf(rows.map(({ id }) => id)),
      opened: recordsOf(rows, 'contract.open'),
      closing: columnsOf(rows, ['id', 'changed_seq', 'changed_ms']),
      ordered: recordsOf(rows, 'contract.close'),
      closed: columnsOf(rows, ['id', 'changed_seq', 'changed_ms', 'result', 'fees', 'chain_hash', 'closed_at']),
      settling: moneyOf(rows.map(({ settlement }) => settlement)),
      settlements: columnsOf(settled, SETTLEMENT.names),
      results: columnsOf(settled, ['user_id', 'result']),
      event: [rows[0]?.settlement ?? '0', JSON.stringify({ book: 'demo', settlements: settled.map(eventOf) })],
    });
  }
  return groups;
}

const eventOf = ({ id, position, user_id, market, side, cause, lots, price, result, returned }: Row) => ({
  id,
  position,
  user: user_id,
  market,
  side,
  cause,
  lots,
  price,
  result,
  returned,
});

/** Records under new keys: those of ours are in their own table. */
const recordsOf = (rows: readonly Row[], name: string): Columns =>
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

const columnsOf = (rows: readonly Row[], names: readonly string[]): Columns =>
  names.map((name) => `{${rows.map((row) => quoted(row[name])).join(',')}}`);

const quoted = (value: string | null | undefined) =>
  value == null ? 'NULL' : `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

function groupBy(key: string, rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row[key] ?? '') ?? [];
    group.push(row);
    groups.set(row[key] ?? '', group);
  }
  return groups;
}
