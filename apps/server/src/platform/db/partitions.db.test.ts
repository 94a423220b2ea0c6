import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTestbed, type Testbed } from '../../../test/testbed.ts';
import { platformHealth } from '../process/health.ts';
import { keepPartitions } from './partitions.ts';

let testbed: Testbed;
let owner: pg.Client;

beforeAll(async () => {
  testbed = await openTestbed('worker');
  owner = await testbed.bare('migrate');
});

const addOld = (parent: string, day: string, next: string) =>
  owner.query(`create table ${parent}_${day.replaceAll('-', '')} partition of ${parent}
    for values from (${parent === 'idempotency' ? 'uuid' : 'id'}_floor('${day}Z')) to (${parent === 'idempotency' ? 'uuid' : 'id'}_floor('${next}Z'))`);
const has = async (name: string) => (await owner.query(`select to_regclass($1) as it`, [name])).rows[0].it !== null;

describe('partitions', () => {
  it('given none ahead, when housekeeping runs, then they are created and health is ok', async () => {
    await owner.query(`do $$ declare it text; begin
      for it in select inhrelid::regclass from pg_inherits where inhparent = 'outbox'::regclass loop execute 'drop table ' || it; end loop; end $$`);
    expect((await platformHealth(testbed.db)).join()).toContain('outbox has none beyond');
    await keepPartitions(testbed.db);
    expect(await platformHealth(testbed.db)).toEqual([]);
  });

  it('given old ones, when housekeeping runs, then expired ones are dropped, and the ledger keeps everything', async () => {
    await addOld('idempotency', '2026-01-01', '2026-01-02');
    await addOld('ledger_entry', '2026-01-07', '2026-01-14');
    await keepPartitions(testbed.db);
    expect([await has('idempotency_20260101'), await has('ledger_entry_20260107')]).toEqual([false, true]);
  });

  it('given an outbox reader that has not passed it, when housekeeping runs, then the partition is kept', async () => {
    await addOld('outbox', '2026-01-01', '2026-01-02');
    await owner.query(
      `insert into outbox (id, topic, payload) values (id_floor('2026-01-01 12:00Z'), 'test.thing.happened', '{}')`,
    );
    await owner.query(`insert into outbox_cursor (consumer, xid, id) values ('slow', '0', 0)`);
    await keepPartitions(testbed.db);
    expect(await has('outbox_20260101')).toBe(true);
    await owner.query(`update outbox_cursor set xid = pg_current_xact_id()`);
    await keepPartitions(testbed.db);
    expect(await has('outbox_20260101')).toBe(false);
  });
});
