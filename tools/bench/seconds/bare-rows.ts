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

/** Bets that one transaction accepts, the next one enters, and the one after that settles. */
export type BareGroup = {
  readonly size: number;
  readonly bets: Columns;
  readonly accepting: BareMoney;
  readonly records: Columns;
  readonly entered: Columns;
  readonly settled: Columns;
  readonly settling: BareMoney;
  readonly settlements: Columns;
  readonly results: Columns;
  readonly days: Columns;
  readonly chains: Columns;
  readonly event: Columns;
};

const BET = table(
  'seconds_bet',
  `id bigint, user_id bigint, book text, market int, side text, seconds int, stake numeric, currency text, terms int,
   payout_rate numeric, entry_delay_ms int, cancel_lead_ms int, void_after_ms int, accepted_ms bigint, accepted_seq bigint,
   receipt_hash text, key uuid, at timestamptz, status text`,
);
const SETTLEMENT = table(
  'seconds_settlement',
  `bet bigint, id bigint, user_id bigint, book text, market int, side text, seconds int, stake numeric, currency text,
   payout_rate numeric, outcome text, returned numeric, entry_seq bigint, entry_ms bigint, entry_price numeric, exit_seq bigint,
   exit_ms bigint, exit_price numeric, exit_block bigint, day date, chain_place bigint, chain_hash text, at timestamptz`,
);
const ENTRY = ['id', 'entry_seq', 'entry_ms', 'entry_price', 'entry_block', 'entry_before'] as const;

export const STATEMENTS = {
  ...COMMON_STATEMENTS,
  bets: BET.insert,
  settlements: SETTLEMENT.insert,
  entered: `
    update seconds_bet b
       set status = 'running', entry_seq = n.seq, entry_ms = n.ms, entry_price = n.price, entry_block = n.block, entry_before = n.before
      from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::numeric[], $5::bigint[], $6::jsonb[])
        as n (id, seq, ms, price, block, before) where b.id = n.id`,
  settled: `update seconds_bet b set status = 'settled' from unnest($1::bigint[]) as n (id) where b.id = n.id`,
  results: `
    insert into day_result (user_id, book, day, product, result)
    select user_id, 'demo', current_date, 'seconds', sum(result) from unnest($1::bigint[], $2::numeric[]) as n (user_id, result)
     group by user_id order by user_id
    on conflict (user_id, book, day, product) do update set result = day_result.result + excluded.result`,
  days: `
    insert into seconds_day as d (book, market, day, currency, profits, losses, flats, voids, cancels, stakes, returned, first_place,
                                  last_place, root)
    select 'demo', market, current_date, 'USDT', count(*) filter (where outcome = 'profit'), count(*) filter (where outcome = 'loss'),
           count(*) filter (where outcome = 'flat'), 0, 0, sum(stake), sum(returned), min(place), max(place), max(hash)
      from unnest($1::int[], $2::text[], $3::numeric[], $4::numeric[], $5::bigint[], $6::text[])
        as n (market, outcome, stake, returned, place, hash) group by market
    on conflict (book, market, day, currency) do update
       set profits = d.profits + excluded.profits, losses = d.losses + excluded.losses, flats = d.flats + excluded.flats,
           stakes = d.stakes + excluded.stakes, returned = d.returned + excluded.returned, last_place = excluded.last_place,
           root = excluded.root`,
  chains: `
    insert into seconds_market (book, market, chain_place, chain_hash)
    select 'demo', market, max(place), max(hash) from unnest($1::int[], $2::bigint[], $3::text[]) as n (market, place, hash)
     group by market
    on conflict (book, market) do update set chain_place = excluded.chain_place, chain_hash = excluded.chain_hash`,
  event: `insert into outbox (id, topic, payload) values ($1, 'seconds.bet.settled', $2)`,
} as const;

/** Reads the rows of a round as text, in groups of bets by their ids. */
export async function readGroups(source: Source, size: number): Promise<readonly BareGroup[]> {
  const read = async (query: string) => (await source.root.query<Row>(query, [source.after])).rows;
  const bets = await read(
    `select ${texts([...BET.names, ...ENTRY.slice(1)], 'b')}, s.id::text as settlement
       from seconds_bet b join seconds_settlement s on s.bet = b.id where b.id > $1 order by b.id`,
  );
  const settlements = groupBy(
    'bet',
    await read(
      `select ${texts(SETTLEMENT.names, 's')}, (s.returned - s.stake)::text as result from seconds_settlement s where s.bet > $1`,
    ),
  );
  const moneyOf = await readMoney(source, 'seconds');
  const groups: BareGroup[] = [];
  for (let first = 0; first < bets.length; first += size) {
    const rows = bets.slice(first, first + size);
    const settled = rows.flatMap(({ id }) => settlements.get(id ?? '') ?? []);
    const ids = rows.map(({ id }) => id);
    groups.push({
      size: rows.length,
      bets: columnsOf(
        rows.map((row) => ({ ...row, status: 'waiting' })),
        BET.names,
      ),
      accepting: moneyOf(ids, { kinds: ['seconds.hold'] }),
      records: recordsOf(rows, 'seconds.bet'),
      entered: columnsOf(rows, ENTRY),
      settled: columnsOf(rows, ['id']),
      settling: moneyOf(ids, {
        kinds: ['seconds.settle', 'seconds.refund'],
        receiptIds: rows.map(({ settlement }) => settlement),
      }),
      settlements: columnsOf(settled, SETTLEMENT.names),
      results: columnsOf(settled, ['user_id', 'result']),
      days: columnsOf(settled, ['market', 'outcome', 'stake', 'returned', 'chain_place', 'chain_hash']),
      chains: columnsOf(settled, ['market', 'chain_place', 'chain_hash']),
      event: [rows[0]?.settlement ?? '0', JSON.stringify({ book: 'demo', bets: settled.map(eventOf) })],
    });
  }
  return groups;
}

const eventOf = ({ bet, id, user_id, market, side, outcome, stake, returned, currency }: Row) => ({
  id: bet,
  settlement: id,
  user: user_id,
  market,
  side,
  outcome,
  stake,
  returned,
  currency,
});
