import { beforeAll, describe, expect, it } from 'vitest';
import { openTestbed, type Testbed } from '../../../test/testbed.ts';
import { auditHealth, auditSeals } from './auditor.ts';
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

  it('given a broken seal, when it is found, then it is recorded and in health until it is whole, and raises the alarm', async () => {
    const root = await testbed.bare('postgres');
    await root.query(`set session_replication_role = replica`);
    const alarms: string[] = [];
    const check = () =>
      auditSeals(testbed.db, async (_tx, breaches) => void alarms.push(...breaches.map(({ invariant }) => invariant)));
    const health = async () => (await auditHealth(testbed.db, () => 0)).join();
    await root.query(`delete from ledger_seal`);
    await check();
    expect([alarms, await health()]).toEqual([[], '']);
    await root.query(`update ledger_entry_20260101 set account = 1000 where account = 9`);
    await check();
    await root.query(`update ledger_audit set breach = null`); // As a clean audit does.
    expect(alarms).toEqual(['seal']);
    expect(await health()).toContain('seal: ledger_entry_20260101 was sealed');
    const { rows } = await root.query(`select detail from ledger_breach where invariant = 'seal'`);
    expect(rows).toHaveLength(1);
    await root.query(`update ledger_entry_20260101 set account = 9 where account = 1000`);
    await check();
    expect([alarms, await health()]).toEqual([['seal'], '']);
  });
});
