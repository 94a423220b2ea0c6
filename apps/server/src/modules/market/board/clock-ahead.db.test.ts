import { beforeAll, describe, expect, it } from 'vitest';
import { openTestbed, type Testbed } from '../../../../test/testbed.ts';
import { createSettings } from '../../reference/index.ts';
import { startLive } from './live.ts';

let testbed: Testbed;

beforeAll(async () => {
  testbed = await openTestbed('app');
});

describe('the database’s clock', () => {
  it('given an answer that takes long, then its way is not taken for a difference of the clocks', async () => {
    const root = await testbed.bare('postgres');
    await root.query(`create or replace function app_now() returns timestamptz language plpgsql volatile as
      $$ declare told timestamptz; begin
        perform pg_sleep(1); told := clock_timestamp(); perform pg_sleep(1); return told;
      end $$`);
    const { aheadMs } = await startLive({ db: testbed.db, settings: createSettings(testbed.db) });
    expect(Math.abs(aheadMs)).toBeLessThan(700); // And not a second, which is how long the answer came.
  });
});
