import { beforeAll, describe, expect, it } from 'vitest';
import { openTestbed, type Testbed } from '../../../test/testbed.ts';
import { checkSeals } from './seal.ts';

let testbed: Testbed;

beforeAll(async () => {
  testbed = await openTestbed('worker');
  const root = await testbed.bare('postgres');
  await root.query(`set session_replication_role = replica`);
  await root.query(`create table ledger_entry_20260101 partition of ledger_entry
    for values from (${await floor('2026-01-01')}) to (${await floor('2026-01-08')})`);
  await root.query(
    `insert into ledger_entry select id_floor('2026-01-02') + n, n, 'USDT', n, 0 from generate_series(1, 100) n`,
  );
});

const floor = async (day: string) =>
  (await (await testbed.bare('migrate')).query(`select id_floor($1) as id`, [day])).rows[0].id;

describe('partition seals', () => {
  it('given a past week that was sealed, when it is changed later, then it is detected even if all sums agree', async () => {
    const root = await testbed.bare('postgres');
    await root.query(`set session_replication_role = replica`);
    expect(await checkSeals(testbed.db)).toEqual([]);
    expect(await checkSeals(testbed.db)).toEqual([]);
    const swap = (a: number, b: number) =>
      root.query(
        `update ledger_entry_20260101 set account = case account when ${a} then ${b} else ${a} end where account in (${a}, ${b})`,
      );
    await swap(3, 7);
    expect((await checkSeals(testbed.db)).map(({ invariant }) => invariant)).toEqual(['seal']);
    await swap(3, 7);
    expect(await checkSeals(testbed.db)).toEqual([]);
    await root.query(`delete from ledger_entry_20260101 where account = 5`);
    expect(await checkSeals(testbed.db)).toHaveLength(1);
  });
});
