import { integer, killSwitch, setting } from '@app/domain/reference';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { changeSetting } from '../../../test/change-setting.ts';
import { openTestbed, type Testbed } from '../../../test/testbed.ts';
import { transactOn } from '../../platform/db/transact.ts';
import { listVersions, readVersion } from './list-versions.ts';
import { createSettings } from './settings.ts';
import { switchOff } from './switch-off.ts';

let testbed: Testbed;
const delayMs = setting({ key: 'test.delay_ms', codec: integer({ min: 1, max: 9 }), initial: 5, meaning: 'A test.' });
const withdrawals = killSwitch('withdrawals');
const BY = { setBy: 'auditor', reason: 'test' };

beforeAll(async () => {
  testbed = await openTestbed('admin');
});

afterEach(() => void vi.useRealTimers());

const change = (value: number) => changeSetting(testbed, delayMs, value);

describe('settings', () => {
  it('given nothing was ever set, when it is read, then it has its initial value at version 0', async () => {
    expect(await createSettings(testbed.db).read(delayMs)).toEqual({ value: 5, version: 0 });
  });

  it('given a change, when a second has passed, then every process reads it, with its version', async () => {
    let nowMs = 0;
    const settings = createSettings(testbed.db, () => nowMs);
    const before = await settings.read(delayMs);
    await change(7);
    expect(await settings.read(delayMs)).toEqual(before);
    nowMs = 1_000;
    expect(await settings.read(delayMs)).toEqual({ value: 7, version: before.version + 1 });
  });

  it('given a failed read, when the next one follows at once, then it queries again', async () => {
    const settings = createSettings(testbed.db, () => 0);
    const root = await testbed.bare('postgres');
    await root.query('revoke select on setting from admin');
    await expect(settings.read(delayMs)).rejects.toThrow('permission denied');
    await root.query('grant select on setting to admin');
    expect((await settings.read(delayMs)).value).toBeGreaterThan(0);
  });

  it('given the clock is set back an hour, when a setting changes, then it is read all the same', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const settings = createSettings(testbed.db);
    const before = await settings.read(delayMs);
    vi.setSystemTime(Date.now() - 3_600_000);
    await change(8);
    const version = async () => (await settings.read(delayMs)).version;
    await expect.poll(version).toBe(before.version + 1);
  });

  it('given an alarm, when it turns a kill switch off twice, then one version is added', async () => {
    const settings = createSettings(testbed.db);
    const { version } = await settings.read(withdrawals);
    const off = () => transactOn(testbed.as('worker').db)((tx) => switchOff(tx, withdrawals, BY));
    expect([await off(), await off()]).toEqual([true, false]);
    expect(await createSettings(testbed.db).read(withdrawals)).toEqual({ value: false, version: version + 1 });
  });

  it('given a version, when any role changes or deletes it, then the database refuses, the owner included', async () => {
    await change(6);
    const owner = await testbed.bare('migrate');
    await expect(owner.query(`update setting set value = '1'`)).rejects.toThrow('append-only');
    await expect(owner.query(`delete from setting`)).rejects.toThrow('append-only');
    await expect(owner.query(`truncate setting`)).rejects.toThrow('append-only');
  });

  it('given versions, when one is read by number, then it is unchanged; unknown ones do not exist', async () => {
    const version = await change(2);
    await change(3);
    const { db } = testbed.as('app');
    expect(await readVersion(db, delayMs, 0)).toEqual({ version: 0, value: 5, from: undefined });
    expect(await readVersion(db, delayMs, version)).toEqual({ version, value: 2, from: expect.any(Date) });
    expect(await readVersion(db, delayMs, version + 2)).toBeUndefined();
    const list = await listVersions(db, delayMs);
    expect(list.map((it) => it.version)).toEqual(
      Array.from({ length: version + 2 }, (_, index) => version + 1 - index),
    );
    expect(list.slice(0, 2).map(({ value }) => value)).toEqual([3, 2]);
  });

  it('given a version not yet in force, when versions are read, then it is not included', async () => {
    const planned = { ...delayMs, key: 'test.planned' };
    const owner = await testbed.bare('migrate');
    const plan = (version: number, from: string) =>
      owner.query(`insert into setting values ('test.planned', ${version}, '9', ${from}, 'ann', '{}', 'test')`);
    await plan(1, 'app_now()');
    await plan(2, `app_now() + interval '1 day'`);
    const { db } = testbed.as('app');
    expect(await readVersion(db, planned, 2)).toBeUndefined();
    expect((await listVersions(db, planned)).map(({ version }) => version)).toEqual([1, 0]);
  });

  it('given ten changes at once, when all have ended, then versions have no gap', async () => {
    const from = (await createSettings(testbed.db).read(delayMs)).version;
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => change(4)));
    const made = outcomes.filter((it) => it.status === 'fulfilled').length;
    expect(made).toBeGreaterThan(0);
    expect((await createSettings(testbed.as('app').db).read(delayMs)).version).toBe(from + made);
  });
});
