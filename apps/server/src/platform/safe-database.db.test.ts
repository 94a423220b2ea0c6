import { describe, expect, it } from 'vitest';
import { openWorld, silent } from '../../test/world.ts';
import { openDatabase } from './database.ts';
import { findUnsafeSettings, refuseUnsafeDatabase } from './safe-database.ts';

describe('the start-up check', () => {
  it('given our own services, when a process starts, then nothing is unsafe', async () => {
    const world = await openWorld('app');
    expect(await findUnsafeSettings(world.db)).toEqual([]);
  });

  it('given a database that acknowledges before it is durable, when a process starts, then it refuses', async () => {
    const world = await openWorld('app');
    await (await world.bare('postgres')).query(`alter database ${world.database.name} set synchronous_commit = off`);
    const { db, close } = openDatabase({ url: world.database.urlOf('app') }, silent);
    await expect(refuseUnsafeDatabase(db)).rejects.toThrow('synchronous_commit is off, must be on');
    await close();
  });
});
