import { expectDefined } from '@app/base';
import { contractSettings, deliversAtMs, listedSeries } from '@app/domain/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { HOLDS, openJudge } from '../../../../test/contract-judge.ts';
import { type ContractTestbed, openContractTestbed } from '../../../../test/contract-testbed.ts';
import { type RunningTestEngine, until } from '../../../../test/spot-testbed.ts';
import { checkReceipts } from '../../proof/index.ts';

const ETH = 2;
const LONG = { side: 'long', lots: '10', leverage: 10 } as const;
const DAYS_AHEAD = 20;

let testbed: ContractTestbed;
let engine: RunningTestEngine;
let judge: (id: string) => Promise<unknown>;

beforeAll(async () => {
  testbed = await openContractTestbed();
  engine = testbed.engine;
  await testbed.root.query('select partitions_ensure($1)', [DAYS_AHEAD]); // Blocks of the days to come.
  for (let n = 0; n < 3; n++) {
    await testbed.price('60000');
    await testbed.price('3000', { market: ETH });
  }
  judge = openJudge(testbed);
});

const rowsOf = async (query: string, ...values: unknown[]) => (await testbed.root.query(query, values)).rows;

describe('nights and deliveries', () => {
  it('given nights without a tick, when there is one again, then each has its row and its receipt', async () => {
    const me = await testbed.newUser('1000');
    const { id } = await testbed.open(me, LONG, '60000');
    await engine.stop();
    await testbed.root.query(
      'update contract_market set overnight_day = overnight_day - 2 where market = 1 and overnight_day <= current_date',
    );
    engine = await testbed.start();
    await testbed.price('60000');
    const nights = await until(
      () => 'two nights',
      async () => {
        const rows = await rowsOf('select id::text from contract_overnight where market = 1 order by day');
        return rows.length === 2 ? rows : undefined;
      },
    );
    await until(
      () => 'a charge for each',
      async () =>
        (await rowsOf('select from contract_charge where position = $1', id)).length === 2 ? true : undefined,
    );
    // Two nights at 0.03 % of 600 USDT.
    expect(await testbed.untilDeal(id, () => true)).toMatchObject({ overnight_charged: '0.360000000000000000' });
    expect((await testbed.balanceOf(me)).frozen).toBe('59.646');
    await testbed.price('60000');
    for (const night of nights) expect(await judge(night.id)).toEqual(HOLDS);
    expect(await checkReceipts(testbed.as('worker').db, Date.now() - 600_000)).toEqual([]);
  });

  it('given ticks of later days, then each night is charged once, and a series is delivered at the index', async () => {
    const [holder, owner, waiter] = await Promise.all(['1000', '1000', '1000'].map((money) => testbed.newUser(money)));
    const series = expectDefined(listedSeries(Date.now(), contractSettings.series.initial, ETH)[1], 'a series');
    const own = { market: ETH, ...LONG, lots: '100' };
    const kept = await testbed.open(expectDefined(holder, 'a user'), own, '3000');
    const delivered = await testbed.open(expectDefined(owner, 'a user'), { ...own, series }, '3000');
    const pending = await testbed.open(expectDefined(waiter, 'a user'), { ...own, series, limit: '2000' }, '3000');
    const atMs = deliversAtMs(series) + 1_000;
    await testbed.price('3100', { market: ETH, atMs });
    await testbed.untilDeal(delivered.id, ({ status }) => status === 'closed');
    await testbed.untilDeal(pending.id, ({ status, cause }) => status === 'cancelled' && cause === 'expired');
    expect(await testbed.settlementsOf(delivered.id)).toMatchObject([
      { cause: 'delivery', price: '3100.000000000000000000' },
    ]);
    const nights = await rowsOf(
      `select id::text, day::text from contract_overnight where market = ${ETH} order by day`,
    );
    const days = Math.floor(atMs / 86_400_000) - Math.floor(Date.now() / 86_400_000);
    expect(nights).toHaveLength(days);
    const charges = () => rowsOf('select day::text from contract_charge where position = $1 order by day', kept.id);
    await until(
      () => 'a charge for each night',
      async () => ((await charges()).length === days ? true : undefined),
    );
    await testbed.price('3100', { market: ETH, atMs: atMs + 1_000 });
    await engine.stop();
    engine = await testbed.start();
    await testbed.price('3100', { market: ETH, atMs: atMs + 2_000 });
    const later = await testbed.newUser('1000');
    await testbed.open(later, LONG, '60000'); // By then the engine has had time for more.
    expect(await charges()).toEqual(nights.map(({ day }) => ({ day })));
  });
});
