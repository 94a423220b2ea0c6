import { beforeAll, describe, expect, it } from 'vitest';
import { aTick, openPriceTestbed, type PriceTestbed } from '../../../../test/price-testbed.ts';
import { createSettings } from '../../reference/index.ts';
import { readBlocks, sealHead, sweepBlocks } from './index.ts';

let testbed: PriceTestbed;

beforeAll(async () => {
  testbed = await openPriceTestbed();
  await testbed.seal([aTick(1, '100', Date.now())]);
  await testbed.transact((tx) => sealHead(tx, testbed.chain()));
});

describe('old ticks', () => {
  it('given ticks past retention, when the worker sweeps, then they are dropped, and those no head covers stay', async () => {
    const owner = await testbed.bare('migrate');
    const has = async (name: string) => (await owner.query(`select to_regclass($1) as it`, [name])).rows[0].it !== null;
    for (const [day, next] of [
      ['2026-01-01', '2026-01-02'],
      ['2026-01-02', '2026-01-03'],
    ] as const)
      await owner.query(`create table price_ticks_${day.replaceAll('-', '')} partition of price_ticks
        for values from (id_floor('${day}Z')) to (id_floor('${next}Z'))`);
    const { db } = testbed.as('worker');
    await sweepBlocks(db, createSettings(db));
    expect([await has('price_ticks_20260101'), await has('price_ticks_20260102')]).toEqual([false, false]);
    expect(await readBlocks(db, { from: 1, to: 1 })).toHaveLength(1);
  });

  it('given a feed that stopped long ago, when the worker sweeps, then the day of the last head stays', async () => {
    const fresh = await openPriceTestbed();
    const owner = await fresh.bare('migrate');
    await owner.query(`create table price_ticks_20260101 partition of price_ticks
      for values from (id_floor('2026-01-01Z')) to (id_floor('2026-01-02Z'))`);
    const atMs = Date.parse('2026-01-01T12:00:00Z');
    await fresh.seal([aTick(1, '100', atMs)], atMs);
    await fresh.transact((tx) => sealHead(tx, fresh.chain()));
    await fresh.seal([aTick(1, '101', atMs)], atMs);
    const { db } = fresh.as('worker');
    await sweepBlocks(db, createSettings(db));
    expect((await owner.query(`select number from price_ticks`)).rows).toHaveLength(2);
  });

  it('given ticks that a shard of the engine has not taken, when the worker sweeps, then they stay until it has', async () => {
    const fresh = await openPriceTestbed();
    const owner = await fresh.bare('migrate');
    await owner.query(`create table price_ticks_20260101 partition of price_ticks
      for values from (id_floor('2026-01-01Z')) to (id_floor('2026-01-02Z'))`);
    const atMs = Date.parse('2026-01-01T12:00:00Z');
    const old = await fresh.seal([aTick(1, '100', atMs)], atMs);
    const last = await fresh.seal([aTick(1, '101', Date.now())]);
    await fresh.transact((tx) => sealHead(tx, fresh.chain()));
    await owner.query('update candle_cursor set block = $1', [last.number]);
    await owner.query(`insert into engine_cursor (shard, block) values ('a', $1), ('b', 0)`, [last.number]);
    const { db } = fresh.as('worker');
    const count = async () => (await owner.query(`select from price_ticks`)).rowCount;
    await sweepBlocks(db, createSettings(db));
    expect(await count()).toBe(2);
    await owner.query(`update engine_cursor set block = $1 where shard = 'b'`, [old.number]);
    await sweepBlocks(db, createSettings(db));
    expect(await count()).toBe(1);
  });

  it('given a planner that reads every table before checking its parent, then no other name is parsed as a day', async () => {
    const worker = await testbed.bare('worker');
    await worker.query('set enable_nestloop = off; set enable_mergejoin = off');
    await expect(worker.query('select price_ticks_drop(7)')).resolves.toBeDefined();
  });

  it('given the drop function, when another role calls it, or for all days, then it is refused', async () => {
    await expect((await testbed.bare('feed')).query(`select price_ticks_drop(1)`)).rejects.toThrow('permission denied');
    await expect((await testbed.bare('worker')).query(`select price_ticks_drop(0)`)).rejects.toThrow('a day at least');
  });

  it('given a long-running reader, when the worker sweeps, then it does not block, and ticks are dropped later', async () => {
    const owner = await testbed.bare('migrate');
    await owner.query(`create table price_ticks_20260105 partition of price_ticks
      for values from (id_floor('2026-01-05Z')) to (id_floor('2026-01-06Z'))`);
    const isThere = async () =>
      (await owner.query(`select to_regclass('price_ticks_20260105') as it`)).rows[0].it !== null;
    const reader = await testbed.bare('app');
    const worker = await testbed.bare('worker');
    await reader.query(`set idle_in_transaction_session_timeout = 0`);
    await reader.query('begin');
    await reader.query('select count(*) from price_ticks');
    await worker.query(`set lock_timeout = 0; set statement_timeout = '10s'`); // Only the function's own timeout applies.
    expect((await worker.query('select price_ticks_drop(7) as dropped')).rows).toEqual([{ dropped: 0 }]);
    expect(await isThere()).toBe(true);
    await reader.query('commit');
    expect((await worker.query('select price_ticks_drop(7) as dropped')).rows).toEqual([{ dropped: 1 }]);
    expect(await isThere()).toBe(false);
  });
});
