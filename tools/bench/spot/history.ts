import type pg from 'pg';
import type { PrivatePostgres } from '../../torture/private-postgres.ts';
import { median } from '../../trial/mann-whitney.ts';
import { makePairs, type Pair } from './mix.ts';
import { describeRound, measureOurs, warmUpUsers } from './round.ts';
import { type Arena, openArena } from './testbed.ts';

const ROUNDS = 5;
const MS = 5_000;

type Young = {
  readonly postgres: PrivatePostgres;
  readonly arena: Arena;
  readonly nextPair: () => Pair;
  readonly users: number;
};

/** Returns the rate with years of history as a share of the rate of a new shard, measured alternately. */
export async function compareWithHistory(
  { postgres, arena, nextPair, users }: Young,
  print: (line: string) => void,
): Promise<number> {
  const startedMs = performance.now();
  const old = await openArena(postgres, users, (root) => fillHistory(root, users));
  try {
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
    print(`${HISTORY.orders} orders and ${HISTORY.entries} entries of history in ${seconds} s`);
    const nextOldPair = makePairs(users);
    await warmUpUsers(old, nextOldPair, users);
    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const young = await measureOurs(arena, nextPair, MS);
      const aged = await measureOurs(old, nextOldPair, MS);
      ratios.push(aged.perSecond / young.perSecond);
      print(`without history ${Math.round(young.perSecond)}/s; with it ${describeRound(aged)}`);
    }
    return median(ratios);
  } finally {
    await old.stop();
  }
}

/** History of an exchange: pairs of a resting order and the one that took it. */
const PAIRS = 1_670_000;
const HISTORY = { orders: 2 * PAIRS, entries: 6 * PAIRS } as const;

/**
 * Writes closed orders, their fills, transfers and entries into the current partitions. They do not add up to balances,
 * which does not matter here: only their size does. Rows are inserted in the order of the large indexes, because
 * filling is not measured.
 */
async function fillHistory(root: pg.Pool, users: number): Promise<void> {
  const client = await root.connect();
  try {
    await client.query('set session_replication_role = replica'); // No triggers: no balance changes.
    await client.query(`set synchronous_commit = off`);
    await client.query(`create temp table past as select id_floor(now() - interval '1 minute') as first_id`);
    for (const statement of [ORDERS, FILLS, TRANSFERS, ENTRIES]) await client.query(statement(users));
    await client.query('vacuum analyze spot_order, spot_fill, ledger_transfer, ledger_entry');
    await client.query('checkpoint');
    await client.query('reset all');
  } finally {
    client.release();
  }
}

const ORDERS = (users: number) => `
  insert into spot_order (id, user_id, book, market, side, kind, force, price, quantity, maker_rate, taker_rate, filled, cost,
                          exact_fee, fee, held, status, key, at, closed_at)
  select first_id + n, user_id, 'demo', (user_id - 1) % 10 + 1, case n % 2 when 0 then 'sell' else 'buy' end, 'limit', 'gtc',
         60600, 0.002, 0.001, 0.0015, 0.002, 121.2, 0.1212, 0.1212, 0, 'filled', gen_random_uuid(), now(), now()
    from past cross join lateral (
      select n, n * ${users} / ${HISTORY.orders + 1} + 1 as user_id from generate_series(1::bigint, ${HISTORY.orders}) n) o`;

const FILLS = (users: number) => `
  insert into spot_fill (id, book, market, side, price, quantity, taker_order, maker_order, taker, maker, taker_fee, maker_fee, at)
  select first_id + n, 'demo', n % 10 + 1, 'buy', 60600, 0.002, first_id + 2 * n, first_id + 2 * n - 1,
         n % ${users} + 1, (n + 10) % ${users} + 1, 0.1818, 0.1212, now()
    from past cross join generate_series(1::bigint, ${PAIRS}) n`;

const TRANSFERS = () => `
  insert into ledger_transfer (id, kind, ref, book, digest)
  select first_id + n, case n % 2 when 0 then 'spot.fill' else 'spot.hold' end, (first_id + n)::text, 'demo',
         '\\x00112233445566778899aabbccddeeff'
    from past cross join generate_series(1::bigint, ${2 * PAIRS}) n`;

const ENTRIES = () => `
  insert into ledger_entry (transfer, account, currency, available_delta, frozen_delta)
  select first_id + n * 7919 % ${2 * PAIRS}, n * accounts / ${HISTORY.entries + 1} + 1, 'USDT', 121.2, 0
    from past cross join (select count(*) as accounts from ledger_account) a
    cross join generate_series(1::bigint, ${HISTORY.entries}) n`;
