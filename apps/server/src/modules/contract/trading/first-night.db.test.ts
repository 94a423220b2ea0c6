import { expect, it } from 'vitest';
import { BTC, openContractTestbed } from '../../../../test/contract-testbed.ts';
import { until } from '../../../../test/spot-testbed.ts';

const DAY_MS = 86_400_000;
const DAYS_AHEAD = 2;

it('given no position and nobody who leads at midnight, when the next one leads, then the night has the first tick of its day', async () => {
  const testbed = await openContractTestbed();
  const rowsOf = async (query: string) => (await testbed.root.query(query)).rows;
  await testbed.root.query('select partitions_ensure($1)', [DAYS_AHEAD]);
  await testbed.price('60000');
  await until(
    () => 'the first day',
    async () => ((await rowsOf(`select from contract_market where market = ${BTC}`)).length > 0 ? true : undefined),
  );
  await testbed.engine.stop();
  const midnightMs = Math.ceil(Date.now() / DAY_MS) * DAY_MS;
  await testbed.price('60001', { atMs: midnightMs + 1_000 });
  await testbed.price('60002', { atMs: midnightMs + 2_000 });
  await testbed.start();
  const nights = await until(
    () => 'the night',
    async () => {
      const rows = await rowsOf('select market, trim_scale(price)::text as price from contract_overnight');
      return rows.length > 0 ? rows : undefined;
    },
  );
  expect(nights).toEqual([{ market: BTC, price: '60001' }]);
});
