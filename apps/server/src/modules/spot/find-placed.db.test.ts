import { uuidV7 } from '@app/base';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertOrder } from '../../../test/spot-rows.ts';
import { openWorld, type World } from '../../../test/world.ts';
import { readMarkets } from '../market/index.ts';
import { findPlaced } from './find-placed.ts';
import { createSpotMarkets, type SpotMarkets } from './spot-markets.ts';

let world: World;
let engine: pg.Client;
let markets: SpotMarkets;

beforeAll(async () => {
  world = await openWorld('app');
  engine = await world.bare('engine');
  const listed = await readMarkets(world.db);
  markets = createSpotMarkets(world.db, { markets: () => listed });
});

const HOUR = 3_600_000;
const keyOf = (ms: number) => uuidV7(ms, crypto.getRandomValues(new Uint8Array(10)));
const find = (userId: bigint, key: string, book: 'real' | 'demo' = 'real') =>
  findPlaced({ db: world.db, markets }, { userId, book }, key);

describe('an order whose answer was lost', () => {
  it('given it was placed, when its key is asked for, then it is found as it stands, by its owner in its book alone', async () => {
    const [id, key] = [world.nextId(), keyOf(Date.now())];
    await insertOrder(engine, { id, user_id: 1n, key, filled: '0.3', cost: '18000', held: '0.7' });
    expect((await find(1n, key)).order).toMatchObject({ id, symbol: 'BTC/USDT', status: 'open' });
    expect(await find(2n, key)).toEqual({ order: null });
    expect(await find(1n, key, 'demo')).toEqual({ order: null });
  });

  it('given it was not placed, when its key is asked for, then there is none, however many others there are', async () => {
    await insertOrder(engine, { id: world.nextId(), user_id: 3n, key: keyOf(Date.now()) });
    expect(await find(3n, keyOf(Date.now()))).toEqual({ order: null });
  });

  it.each([
    ['the day before', -23.9 * HOUR],
    ['a clock ten minutes ahead', HOUR / 6],
  ])('given a key of %s, when it is asked for, then its order is found', async (_when, apart) => {
    const [id, key] = [world.nextId(), keyOf(Date.now() + apart)];
    await insertOrder(engine, { id, user_id: 4n, key });
    expect((await find(4n, key)).order?.id).toBe(id);
  });

  it('given a key of a time without ids, when it is asked for, then there is none', async () => {
    expect([await find(5n, keyOf(0)), await find(5n, keyOf(2 ** 48 - 1))]).toEqual([{ order: null }, { order: null }]);
  });
});
