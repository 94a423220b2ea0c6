import { describe, expect, it } from 'vitest';
import { openTestbed, silent } from '../../../test/testbed.ts';
import { openDatabase } from './database.ts';
import { findUnsafeSettings, guardDatabase } from './safe-database.ts';

describe('the start-up check', () => {
  it('given our own services, when a process starts, then nothing is unsafe', async () => {
    const testbed = await openTestbed('app');
    expect(await findUnsafeSettings(testbed.db)).toEqual([]);
  });

  it('given a database that acknowledges before it is durable, when a process starts, then it refuses', async () => {
    const testbed = await openTestbed('app');
    await (await testbed.bare('postgres')).query(
      `alter database ${testbed.database.name} set synchronous_commit = off`,
    );
    const { db, close } = openDatabase({ url: testbed.database.urlOf('app') }, silent);
    const guarding = guardDatabase(db, { log: silent, everyMs: 60_000 });
    await expect(guarding).rejects.toThrow('synchronous_commit is off, must be on');
    await close();
  });
});
