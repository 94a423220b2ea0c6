import { SPOT_RULES } from '@app/domain/spot';
import { formatDecimal } from '@app/money';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertOrder } from '../../../test/spot-rows.ts';
import { openTestbed, type Testbed } from '../../../test/testbed.ts';
import { createSettings } from '../reference/index.ts';
import { rankTraders } from './fee-levels.ts';

let testbed: Testbed;
let engine: pg.Client;
let root: pg.Client;

beforeAll(async () => {
  testbed = await openTestbed('worker');
  engine = await testbed.bare('engine');
  root = await testbed.bare('postgres');
});

const trade = (userId: bigint, cost: string, columns: object = {}) =>
  insertOrder(engine, { id: testbed.nextId(), user_id: userId, quantity: '1000000', filled: '1', cost, ...columns });
const rank = () => rankTraders(testbed.db, createSettings(testbed.db));
const levels = async () =>
  (
    await root.query(
      `select user_id::int as user, level, trim_scale(volume)::text as volume from spot_fee_level order by 1`,
    )
  ).rows;

describe('ranking traders', () => {
  it('given users’ trades, when they are ranked, then each has the level of its sum and level 0 has no rows', async () => {
    expect(SPOT_RULES.feeLevels.slice(0, 3).map(({ volume }) => formatDecimal(volume))).toEqual([
      '0',
      '100000',
      '1000000',
    ]);
    await trade(1n, '60000');
    await trade(1n, '40000', { market: 2 }); // The sum is exactly the level.
    await trade(2n, '99999.999999999999999999');
    await trade(3n, '1000001');
    await trade(4n, '5000000', { book: 'demo' });
    await rank();
    expect(await levels()).toEqual([
      { user: 1, level: 1, volume: '100000' },
      { user: 3, level: 2, volume: '1000001' },
    ]);
  });

  it('given no new trades, when users are ranked again, then no row is touched', async () => {
    const versions = async () => (await root.query(`select user_id, xmin::text from spot_fee_level order by 1`)).rows;
    const before = await versions();
    await rank();
    expect(await versions()).toEqual(before);
  });

  it('given a level without trades and one that grew, when ranked, then one row is deleted and one updated', async () => {
    await root.query(`insert into spot_fee_level (user_id, level, volume) values (9, 3, 20000000)`);
    await trade(1n, '900000');
    await rank();
    expect(await levels()).toEqual([
      { user: 1, level: 2, volume: '1000000' },
      { user: 3, level: 2, volume: '1000001' },
    ]);
  });

  it('given thirty days later, when users are ranked, then their trades no longer count', async () => {
    await root.query(`create or replace function app_now() returns timestamptz language sql volatile
                      as $$ select clock_timestamp() + interval '31 days' $$`);
    await rank();
    expect(await levels()).toEqual([]);
  });
});
