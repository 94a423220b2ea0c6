import { uuidV7 } from '@app/base';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertOrder } from '../../../test/spot-rows.ts';
import { openTestbed, type Testbed } from '../../../test/testbed.ts';
import { readMarkets } from '../market/index.ts';
import { findPlaced } from './find-placed.ts';
import { createSpotMarkets, type SpotMarkets } from './spot-markets.ts';

let testbed: Testbed;
let engine: pg.Client;
let markets: SpotMarkets;

beforeAll(async () => {
  testbed = await openTestbed('app');
  engine = await testbed.bare('engine');
  const listed = await readMarkets(testbed.db);
  markets = createSpotMarkets(testbed.db, { markets: () => listed });
});

const HOUR = 3_600_000;
const keyOf = (ms: number) => uuidV7(ms, crypto.getRandomValues(new Uint8Array(10)));
const find = (userId: bigint, key: string, mode: 'real' | 'demo' = 'real') =>
  findPlaced({ db: testbed.db, markets }, { userId, mode }, key);

describe('an order whose response was lost', () => {
  it('given it was placed, when its key is looked up, then it is found as it is, by its owner in its mode only', async () => {
    const id = testbed.nextId();
    const key = keyOf(Date.now());
    await insertOrder(engine, { id, user_id: 1n, key, filled: '0.3', cost: '18000', held: '0.7' });
    expect((await find(1n, key)).order).toMatchObject({ id, symbol: 'BTC/USDT', status: 'open' });
    expect(await find(2n, key)).toEqual({ order: null });
    expect(await find(1n, key, 'demo')).toEqual({ order: null });
  });

  it('given it was not placed, when its key is looked up, then there is none, however many others there are', async () => {
    await insertOrder(engine, { id: testbed.nextId(), user_id: 3n, key: keyOf(Date.now()) });
    expect(await find(3n, keyOf(Date.now()))).toEqual({ order: null });
  });

  it.each([
    ['the day before', -23.9 * HOUR],
    ['a clock ten minutes ahead', HOUR / 6],
  ])('given a key of %s, when it is looked up, then its order is found', async (_when, apart) => {
    const id = testbed.nextId();
    const key = keyOf(Date.now() + apart);
    await insertOrder(engine, { id, user_id: 4n, key });
    expect((await find(4n, key)).order?.id).toBe(id);
  });

  it('given a key from a time without ids, when it is looked up, then there is none', async () => {
    expect([await find(5n, keyOf(0)), await find(5n, keyOf(2 ** 48 - 1))]).toEqual([{ order: null }, { order: null }]);
  });
});
