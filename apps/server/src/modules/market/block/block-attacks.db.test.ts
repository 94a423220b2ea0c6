import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { aTick, openPriceTestbed, type PriceTestbed } from '../../../../test/price-testbed.ts';
import { sealHead } from './index.ts';

let testbed: PriceTestbed;
let clients: Record<'feed' | 'app' | 'worker' | 'engine' | 'audit' | 'migrate', pg.Client>;

beforeAll(async () => {
  testbed = await openPriceTestbed();
  await testbed.seal([aTick(2, '10', Date.now())]);
  await testbed.seal([aTick(2, '11', Date.now())]);
  await testbed.transact((tx) => sealHead(tx, testbed.chain()));
  await testbed.seal([aTick(2, '12', Date.now())]);
  const bare = (role: keyof typeof clients) => testbed.bare(role);
  clients = {
    feed: await bare('feed'),
    app: await bare('app'),
    worker: await bare('worker'),
    engine: await bare('engine'),
    audit: await bare('audit'),
    migrate: await bare('migrate'),
  };
});

const TABLES = ['price_key', 'price_block', 'price_ticks', 'price_head'] as const;
const COLUMN = { price_key: 'from_block', price_block: 'root', price_ticks: 'body', price_head: 'hash' } as const;

type Request = { number: number; previous?: Buffer; keyId?: string; at?: string; version?: number; seen?: string };

/** Inserts a block bypassing sealBlock; fields not given in the request get valid values. */
async function insertBlock(role: 'feed' | 'app', request: Request): Promise<unknown> {
  const { number, previous, keyId, at, version = 2, seen } = request;
  const { rows } = await clients.feed.query(`select * from price_block where number = $1`, [number - 1]);
  const { rows: keys } = await clients.feed.query(`select id from price_key`);
  const values = [number, at ?? new Date(), keyId ?? keys[0].id, previous ?? rows[0]?.hash ?? Buffer.alloc(32)];
  const snapshot = version === 1 ? null : (seen ?? rows[0]?.seen ?? '3:3:');
  return await clients[role].query(
    `insert into price_block (number, at, tick_count, key_id, root, previous, hash, signature, version, seen)
     values ($1, $2, 1, $3, $5, $4, $5, $6, $7, $8)`,
    [...values, randomBytes(32), randomBytes(64), version, snapshot],
  );
}

describe('sealed data', () => {
  it.each(TABLES)('%s: given any role, when it updates, deletes or truncates, then it is refused', async (table) => {
    const attacks = [
      `update ${table} set ${COLUMN[table]} = ${COLUMN[table]}`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ];
    for (const role of ['feed', 'app', 'worker', 'engine'] as const)
      for (const attack of attacks)
        await expect(clients[role].query(attack), role).rejects.toThrow('permission denied');
    for (const attack of attacks) await expect(clients.migrate.query(attack)).rejects.toThrow('append-only');
  });

  it('given a partition, when it is attacked by its own name, then it is refused', async () => {
    const { rows } = await clients.feed.query(`select tableoid::regclass::text as name from price_ticks limit 1`);
    for (const role of ['feed', 'app'] as const)
      await expect(clients[role].query(`delete from ${rows[0].name}`)).rejects.toThrow('permission denied');
    await expect(clients.migrate.query(`delete from ${rows[0].name}`)).rejects.toThrow('append-only');
  });

  it.each(TABLES)('%s: given the app, when it inserts, then it is refused', async (table) => {
    await expect(clients.app.query(`insert into ${table} select * from ${table}`)).rejects.toThrow('permission denied');
  });
});

describe('a forked history', () => {
  it('given a block number that exists, when it is inserted again, then it is refused', async () => {
    const { rows } = await clients.feed.query(`select hash from price_block where number = 1`);
    await expect(insertBlock('feed', { number: 2, previous: rows[0].hash })).rejects.toThrow('duplicate key');
    await expect(insertBlock('feed', { number: 1 })).rejects.toThrow('duplicate key');
  });

  it.each([
    ['another hash as its last one', { number: 4, previous: randomBytes(32) }, 'does not name the hash'],
    ['the hash of a block further back', { number: 4, previous: 'of 1' }, 'does not name the hash'],
    ['a number that leaves one out', { number: 5 }, 'follows no block'],
    ['a beginning of its own', { number: 0 }, 'follows no block'],
    ['a key that is not there', { number: 4, keyId: '0123456789abcdef' }, 'not for key'],
    ['a time before the last one', { number: 4, at: '2026-01-01Z' }, 'earlier than the last'],
    ['a version before the last one', { number: 4, version: 1 }, 'older version than the last'],
    ['a snapshot before the last one', { number: 4, seen: '3:3:' }, 'seen less than the last'],
  ] as const)('given %s, when the feed inserts it, then it is refused', async (_name, request, refusal) => {
    const { rows } = await clients.feed.query(`select hash from price_block where number = 1`);
    const previous = 'previous' in request && request.previous === 'of 1' ? { previous: rows[0].hash } : {};
    await expect(insertBlock('feed', { ...request, ...previous } as Request)).rejects.toThrow(refusal);
  });

  it('given a valid block, when the feed inserts it, then it is accepted: the refusals above had a reason', async () => {
    await clients.feed.query('begin');
    await insertBlock('feed', { number: 4 });
    await clients.feed.query('rollback');
  });

  it('given a head that does not match its block, when the feed inserts it, then it is refused', async () => {
    const insert = `insert into price_head (number, hash, at, last_ticks) values ($1, $2, now(), '')`;
    await expect(clients.feed.query(insert, [3, randomBytes(32)])).rejects.toThrow('not its block');
    await expect(clients.feed.query(insert, [9, randomBytes(32)])).rejects.toThrow('not its block');
  });
});

describe('the price key', () => {
  it('given any role but the feed, when it reads the private part, then it is refused; the public part is readable', async () => {
    for (const role of ['app', 'worker', 'engine', 'audit'] as const) {
      await expect(clients[role].query(`select sealed from price_key`), role).rejects.toThrow('permission denied');
      expect((await clients[role].query(`select id, public_key, from_block from price_key`)).rows).toHaveLength(1);
    }
  });

  it('given a key for past blocks, when the feed inserts it, then it may not set the first block', async () => {
    const backdated = `insert into price_key (id, public_key, sealed, master_key_id, from_block) values ('a', '', '', '', 1)`;
    await expect(clients.feed.query(backdated)).rejects.toThrow('permission denied');
  });

  it('given an id that is not the key’s hash, when the feed inserts a key, then it is refused', async () => {
    const insert = `insert into price_key (id, public_key, sealed, master_key_id) values ('0123456789abcdef', $1, '', 'test')`;
    await expect(clients.feed.query(insert, [randomBytes(32)])).rejects.toThrow('a_key_is_named_by_its_hash');
  });
});
