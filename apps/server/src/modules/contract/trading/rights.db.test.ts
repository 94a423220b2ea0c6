import { beforeAll, describe, expect, it } from 'vitest';
import { openTestbed, type Testbed } from '../../../../test/testbed.ts';

const ROLES = ['app', 'admin', 'engine', 'worker', 'feed', 'audit'] as const;
const RECORDS = ['contract_settlement', 'contract_charge', 'contract_overnight'] as const;
const REFUSED = '42501';
let testbed: Testbed;

beforeAll(async () => {
  testbed = await openTestbed('app');
});

describe('what contracts have recorded', () => {
  it('is changed and deleted by no process', async () => {
    for (const role of ROLES)
      for (const table of RECORDS) {
        expect([role, table, await testbed.attempt(role, `update ${table} set at = at`)]).toEqual([
          role,
          table,
          REFUSED,
        ]);
        expect([role, table, await testbed.attempt(role, `delete from ${table}`)]).toEqual([role, table, REFUSED]);
      }
  });

  it('is written by the engine only', async () => {
    for (const role of ROLES.filter((each) => each !== 'engine'))
      for (const table of [...RECORDS, 'contract_position', 'contract_market'])
        expect([role, table, await testbed.attempt(role, `insert into ${table} default values`)]).toEqual([
          role,
          table,
          REFUSED,
        ]);
    // Only its columns are wrong.
    for (const table of RECORDS)
      expect(await testbed.attempt('engine', `insert into ${table} default values`)).not.toBe(REFUSED);
  });

  it('keeps what an order was: the engine changes only what became of it', async () => {
    for (const column of ['user_id', 'book', 'market', 'side', 'leverage', 'limit_price', 'opened_lots', 'key', 'at'])
      expect([column, await testbed.attempt('engine', `update contract_position set ${column} = ${column}`)]).toEqual([
        column,
        REFUSED,
      ]);
    expect(await testbed.attempt('engine', 'delete from contract_position')).toBe(REFUSED);
    expect(await testbed.attempt('engine', 'delete from contract_market')).toBe(REFUSED);
  });
});
