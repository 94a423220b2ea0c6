import {
  type BareMoney,
  COMMON_STATEMENTS,
  type Columns,
  columnsOf,
  groupBy,
  type Row,
  readMoney,
  recordsOf,
  type Source,
  table,
  texts,
} from '../bare/rows.ts';

/** Positions that one transaction opens, the next one orders to be closed, and the one after that settles. */
export type BareGroup = {
  readonly size: number;
  readonly positions: Columns;
  readonly opening: BareMoney;
  readonly opened: Columns;
  readonly closing: Columns;
  readonly ordered: Columns;
  readonly closed: Columns;
  readonly settling: BareMoney;
  readonly settlements: Columns;
  readonly results: Columns;
  readonly event: Columns;
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
export const STATEMENTS = {
  positions: POSITION.insert,
  settlements: SETTLEMENT.insert,
  ...COMMON_STATEMENTS,
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

/** Reads the rows of a round as text, in groups of positions by their ids. */
export async function readGroups(source: Source, size: number): Promise<readonly BareGroup[]> {
  const read = async (query: string) => (await source.root.query<Row>(query, [source.after])).rows;
  const closed = await read(
    `select ${texts(POSITION.names, 'p')}, p.closed_at::text, s.id::text as settlement, s.margin::text as settled_margin,
            s.fee::text as settled_fee
       from contract_position p join contract_settlement s on s.position = p.id where p.id > $1 order by p.id`,
  );
  const settlements = groupBy(
    'position',
    await read(`select ${texts(SETTLEMENT.names, 's')} from contract_settlement s where s.position > $1`),
  );
  const moneyOf = await readMoney(source, 'contract');
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
