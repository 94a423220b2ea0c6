import { beforeAll, describe, expect, it } from 'vitest';
import { openTestbed, type Testbed } from '../../../../test/testbed.ts';
import { createSettings } from '../../reference/index.ts';
import { startLive } from './live.ts';

let testbed: Testbed;

beforeAll(async () => {
  testbed = await openTestbed('app');
});

describe('the database’s clock', () => {
  it('given a slow response, then its latency is not taken for clock skew', async () => {
    const root = await testbed.bare('postgres');
    await root.query(`create or replace function app_now() returns timestamptz language plpgsql volatile as
      $$ declare told timestamptz; begin
        perform pg_sleep(1); told := clock_timestamp(); perform pg_sleep(1); return told;
      end $$`);
    // A busy machine may delay one response by itself; a latency that counts as skew is there every time.
    const readSkew = async () => {
      const { aheadMs } = await startLive({ db: testbed.db, settings: createSettings(testbed.db) });
      return Math.abs(aheadMs);
    };
    await expect.poll(readSkew, { interval: 100 }).toBeLessThan(700); // Not a second, the latency.
  });
});
