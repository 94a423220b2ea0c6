import { beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../../../test/world.ts';
import { createSettings } from '../../reference/index.ts';
import { startLive } from './live.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld('app');
});

describe('the database’s clock', () => {
  it('given an answer that takes long, then its way is not taken for a difference of the clocks', async () => {
    const root = await world.bare('postgres');
    await root.query(`create or replace function app_now() returns timestamptz language plpgsql volatile as
      $$ declare told timestamptz; begin
        perform pg_sleep(1); told := clock_timestamp(); perform pg_sleep(1); return told;
      end $$`);
    const { aheadMs } = await startLive({ db: world.db, settings: createSettings(world.db) });
    expect(Math.abs(aheadMs)).toBeLessThan(700); // And not a second, which is how long the answer came.
  });
});
