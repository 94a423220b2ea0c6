import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '../../../../test/new-key.ts';
import { aVenueTick, openSpotTestbed, type SpotTestbed, until } from '../../../../test/spot-testbed.ts';
import { atTheEnd, openTestbed, silent } from '../../../../test/testbed.ts';
import { namedStatements, openDatabase } from '../../../platform/db/database.ts';

const ETH = 2;
const ROWS = 20_000;
/** Tables of a few rows for ever: reading one of them whole is fine. */
const SMALL = [
  'lease',
  'engine_inbox',
  'engine_cursor',
  'setting',
  'pg_authid',
  'market',
  'market_product',
  'spot_fee_level',
];
let testbed: SpotTestbed;

/** Makes the engine run its statements. */
beforeAll(async () => {
  testbed = await openSpotTestbed();
  const maker = await newTrader();
  const taker = await newTrader();
  await limitLoss(taker.id);
  await testbed.seal([aVenueTick(ETH, '3000')]);
  const key = newKey();
  const rested = await testbed.place(maker, ETH, limit('sell', '3100'), key);
  expect(await testbed.place(maker, ETH, limit('sell', '3100'), key)).toEqual(rested);
  await testbed.place(taker, ETH, { kind: 'market', side: 'buy', budget: '500' });
  const other = await testbed.place(maker, ETH, limit('sell', '3200'));
  await testbed.cancel(maker, other.id);
  await testbed.cancel(maker, other.id).catch(() => {}); // It is closed: its owner is looked up.
  await testbed.cancelAll(maker);
  await until(
    () => 'the statements of a trade',
    () => namedStatements().some((text) => text.includes('insert into spot_fill')) || undefined,
  );
});

/** Opens a connection that plans as the engine's does. */
async function openPlanning(database: Pick<SpotTestbed, 'database'>): Promise<pg.PoolClient> {
  const { pool, close } = openDatabase(
    { url: database.database.urlOf('engine'), connectionsMax: 1, byKeysOnly: true },
    silent,
  );
  const client = await pool.connect();
  atTheEnd(async () => {
    client.release();
    await close();
  });
  return client;
}

/** Gives a user a daily loss limit, so that the day's trades are summed up. */
async function limitLoss(userId: bigint): Promise<void> {
  await testbed.root.query(
    `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version)
     values ($1, 'limited@example.com', '$argon2id$test', 'Limited', 'LIMITED', 1)`,
    [userId],
  );
  await testbed.root.query(
    `insert into personal_limit (user_id, kind, amount, until) values ($1, 'daily_loss', 1000000, null)`,
    [userId],
  );
}

const newTrader = () => testbed.newTrader('demo', { USDT: '100000', ETH: '10' });
const limit = (side: 'buy' | 'sell', price: string) => ({ kind: 'limit', side, price, quantity: '0.1' }) as const;

type Plan = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly Plans?: readonly Plan[];
};

/** Returns the tables that the generic plan of a statement reads otherwise than by key. */
async function scannedBy(client: pg.PoolClient, statement: string): Promise<readonly string[]> {
  await client.query(`prepare looked_at as ${statement}`);
  try {
    const parameters = Math.max(...[...statement.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
    const nulls = Array.from({ length: parameters }, () => 'null').join(', ');
    const { rows } = await client.query(`explain (format json) execute looked_at(${nulls})`);
    return scans(rows[0]['QUERY PLAN'][0].Plan);
  } finally {
    await client.query('deallocate looked_at');
  }
}

const scans = (plan: Plan): string[] => {
  const { 'Node Type': type, 'Relation Name': table, 'Index Cond': byKey, 'Recheck Cond': byBitmap } = plan;
  const isByKey = `${byKey} ${byBitmap}`.includes(' = '); // A range alone may be the whole table.
  const isScan = table !== undefined && type.endsWith('Scan') && !isByKey;
  return [...(isScan && !SMALL.includes(table) ? [`${type} ${table}`] : []), ...(plan.Plans ?? []).flatMap(scans)];
};

/** Returns every named statement with what it scans; those that scan nothing are left out. */
async function scansOfAll(client: pg.PoolClient): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  for (const statement of namedStatements()) {
    if (statement.includes('reshaped')) continue; // A table of another test in this process.
    const scanned = await scannedBy(client, statement);
    if (scanned.length > 0) found[statement] = scanned;
  }
  return found;
}

describe('the statements that the engine keeps under names', () => {
  it('include those of a whole batch', () => {
    const written = ['ledger_transfer', 'ledger_entry', 'spot_order', 'spot_fill', 'idempotency', 'outbox'];
    const texts = namedStatements().join('\n');
    expect(written.filter((table) => !texts.includes(`insert into ${table} `))).toEqual([]);
    expect(texts).toContain('spot_fills_of');
    expect(texts).not.toContain('update spot_order');
  });

  it('given empty tables, when their plans are made, then every row is found by key', async () => {
    const empty = await openTestbed('app');
    await (await empty.bare('postgres')).query('vacuum analyze');
    const client = await openPlanning(empty);
    expect(await scansOfAll(client)).toEqual({});
    // The same check finds a join whose order is free: on an empty table it is planned the wrong way round.
    const free = `select i.answer from unnest($1::uuid[], $2::bigint[]) as n (key, user_id)
                    join idempotency i on i.key = n.key and i.user_id = n.user_id`;
    expect(await scannedBy(client, free)).not.toEqual([]);
  });

  it('given full tables, when their plans are made, then every row is found by key', async () => {
    const keys = Array.from({ length: ROWS }, newKey);
    await testbed.root.query(
      `insert into idempotency (key, user_id, route, body_hash, answer)
       select key, 1, 'POST /coin/trade', sha256('x'), '{}' from unnest($1::uuid[]) as n (key)`,
      [keys],
    );
    await testbed.root.query('vacuum analyze');
    expect(await scansOfAll(await openPlanning(testbed))).toEqual({});
  });
});
