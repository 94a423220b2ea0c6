import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { clusterKey, copyCluster } from './cluster-template.ts';
import { keptFolder, openRunFolder, ownedName } from './run-folder.ts';

const MIGRATIONS = resolve(import.meta.dirname, '../../apps/server/migrations');

describe('the key of a cluster', () => {
  it('given a migration, when its text or name changes, then the key changes', () => {
    const copy = openRunFolder('migrations');
    cpSync(MIGRATIONS, copy, { recursive: true });
    const before = clusterKey(copy);
    expect(clusterKey(copy)).toBe(before);
    appendFileSync(join(copy, '0003_ledger.sql'), '-- more\n');
    const changed = clusterKey(copy);
    writeFileSync(join(copy, '9999_another.sql'), '');
    expect(new Set([before, changed, clusterKey(copy)]).size).toBe(3);
  });

  it('given TIDEMARK_NO_CACHE, when a cluster is copied, then nothing is copied', async () => {
    const folder = openRunFolder('no-cache');
    await copyCluster(folder, { TIDEMARK_NO_CACHE: '1' });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a cached folder', () => {
  let place: string;
  beforeEach(() => {
    place = openRunFolder('kept');
  });

  const fill = (text: string) => (folder: string) => Promise.resolve(writeFileSync(join(folder, 'file'), text));
  const read = (folder: string) => readFileSync(join(folder, 'file'), 'utf8');

  it('given a built folder, when it is requested again, then it is not rebuilt', async () => {
    await keptFolder(place, 'key', fill('first'));
    expect(read(await keptFolder(place, 'key', fill('second')))).toBe('first');
  });

  it('given a build that fails, when it is requested again, then the partial folder is never used', async () => {
    const breaksOff = async (folder: string) => {
      await fill('half')(folder);
      expect(existsSync(join(place, 'key'))).toBe(false); // It has a temporary name while being built.
      throw new Error('broken off');
    };
    await expect(keptFolder(place, 'key', breaksOff)).rejects.toThrow('broken off');
    expect(readdirSync(place)).toEqual([]);
    expect(read(await keptFolder(place, 'key', fill('whole')))).toBe('whole');
  });

  it('given two concurrent builds, when both finish, then both get a complete folder and nothing else is left', async () => {
    const both = await Promise.all(['a', 'b'].map((text) => keptFolder(place, 'key', fill(text))));
    expect(new Set(both.map(read)).size).toBe(1);
    expect(readdirSync(place)).toEqual(['key']);
  });

  it('given old folders, when another is built, then the three last used and partials of live runs remain', async () => {
    for (const [index, key] of ['a', 'b', 'c'].entries()) {
      await keptFolder(place, key, fill(key));
      utimesSync(join(place, key), index, index);
    }
    const living = ownedName('partial-x');
    for (const name of [living, 'partial-x-1-1-1']) mkdirSync(join(place, name));
    await keptFolder(place, 'a', fill('a'));
    await keptFolder(place, 'd', fill('d'));
    expect(readdirSync(place).sort()).toEqual(['a', 'c', 'd', living].sort());
  });
});
