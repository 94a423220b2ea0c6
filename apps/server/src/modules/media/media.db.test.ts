import { readFile, utimes, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type MediaTestbed, openMediaTestbed } from '../../../test/media-testbed.ts';
import { silent, testKeys } from '../../../test/testbed.ts';
import { openKeyRing } from '../../platform/process/key-ring.ts';
import { createMedia, rotateKeys, sweepMedia } from './index.ts';

let testbed: MediaTestbed;
let picture: Buffer;

beforeAll(async () => {
  testbed = await openMediaTestbed();
  picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c62' } })
    .jpeg()
    .toBuffer();
});

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  });
const store = (mode: 'public' | 'sealed', ownerId: bigint = testbed.nextId(), bytes = picture) =>
  testbed.media.store({ ownerId, bytes, mode });
const open = (id: string, by = testbed.media) => by.openSealed(testbed.db, id);
const fileOf = async (id: string) => (await testbed.listFiles()).find((name) => name.endsWith(id)) ?? 'none';
const mediaWith = (keys: typeof testKeys, uploads = 60) =>
  createMedia({
    folder: testbed.mediaFolder,
    keys,
    db: testbed.db,
    transact: testbed.transact,
    log: silent,
    settings: {
      read: async (it) => ({ value: it.key === 'media.uploads_per_hour' ? (uploads as never) : it.initial }),
    },
  });

describe('a re-encoded picture', () => {
  it('given a rotated picture, when it is stored, then it is upright and has no orientation tag', async () => {
    const lying = await sharp(await noise(80, 40).png().toBuffer())
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { id, row } = await store('public', 1n, lying);
    expect([row.width, row.height]).toEqual([40, 80]);
    const stored = await sharp((await testbed.media.read(id))?.bytes).metadata();
    expect(stored).toMatchObject({ format: 'webp', width: 40, height: 80, space: 'srgb' });
    expect(stored.orientation).toBeUndefined();
  });

  it('given a larger one, when it is stored, then its longer side is 2,048; a square is 512 × 512', async () => {
    const large = await noise(4_000, 1_000).jpeg().toBuffer();
    expect((await store('public', 1n, large)).row).toMatchObject({ width: 2_048, height: 512 });
    const square = await testbed.media.store({ ownerId: 1n, bytes: large, mode: 'public', shape: 'square' });
    expect(square.row).toMatchObject({ width: 512, height: 512 });
    expect((await store('public', 1n)).row).toMatchObject({ width: 60, height: 40 });
  });

  it('given the same picture twice, when both are stored, then their addresses are unrelated', async () => {
    const one = await store('public');
    const two = await store('public');
    expect(one.id).toMatch(/^[\w-]{22}$/);
    expect(one.id).not.toBe(two.id);
  });
});

describe('the upload limit of one user', () => {
  it('given one less than the limit, when five more arrive at once, then one is kept; other users are unaffected', async () => {
    const media = mediaWith(testKeys, 3);
    const owner = testbed.nextId();
    for (let n = 0; n < 2; n++) await media.store({ ownerId: owner, bytes: picture, mode: 'public' });
    const drawn = [];
    for (let n = 0; n < 5; n++) drawn.push(await media.draw({ ownerId: owner, bytes: picture, mode: 'public' }));
    const outcomes = await Promise.allSettled(drawn.map((one) => testbed.transact((tx) => media.keep(tx, one))));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(media.draw({ ownerId: owner, bytes: picture, mode: 'public' })).rejects.toMatchObject({
      code: 'too_many_requests',
      params: { seconds: expect.stringMatching(/^(?:3600|35\d\d)$/) },
    });
    await media.store({ ownerId: testbed.nextId(), bytes: picture, mode: 'public' });
    await testbed.root.query(`update media_file set created_at = now() - interval '61 minutes' where owner_id = $1`, [
      owner,
    ]);
    await media.store({ ownerId: owner, bytes: picture, mode: 'public' });
  });
});

describe('a sealed picture', () => {
  it('given its id, when it is opened, then it returns the picture, which is not public', async () => {
    const { id } = await store('sealed', 5n);
    const opened = await open(id);
    expect(opened).toMatchObject({ ownerId: 5n, contentType: 'image/webp' });
    expect(await sharp(opened.bytes).metadata()).toMatchObject({ format: 'webp', width: 60 });
    expect(await testbed.media.read(id)).toBeUndefined();
    await expect(open((await store('public')).id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(open('x'.repeat(22))).rejects.toMatchObject({ code: 'not_found' });
  });

  it('given any byte of the file changed, when it is opened, then it fails', async () => {
    const { id } = await store('sealed');
    const path = await fileOf(id);
    const whole = await readFile(await fileOf(id));
    for (const at of [0, 12, 28, whole.length - 1]) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await writeFile(path, changed);
      await expect(open(id), `byte ${at}`).rejects.toThrow();
    }
    for (const cut of [Buffer.alloc(0), whole.subarray(0, 20), whole.subarray(0, -1)]) {
      await writeFile(path, cut);
      await expect(open(id), `${cut.length} bytes`).rejects.toThrow();
    }
    await writeFile(path, whole);
    await open(id);
  });

  it('given two with swapped keys, files, or both, when they are opened, then both fail', async () => {
    const one = (await store('sealed')).id;
    const two = (await store('sealed')).id;
    const pathOne = await fileOf(one);
    const pathTwo = await fileOf(two);
    const exchangeKeys = () =>
      testbed.root.query(
        `update media_file f set wrapped_key = o.wrapped_key from media_file o
          where f.id = any($1) and o.id = any($1) and f.id <> o.id`,
        [[one, two]],
      );
    const exchangeFiles = async () => {
      const first = await readFile(pathOne);
      const second = await readFile(pathTwo);
      await writeFile(pathOne, second);
      await writeFile(pathTwo, first);
    };
    const neitherOpens = async () => {
      for (const id of [one, two]) await expect(open(id)).rejects.toThrow();
    };
    await exchangeKeys();
    await neitherOpens();
    await exchangeFiles();
    await neitherOpens();
    await exchangeKeys();
    await neitherOpens();
    await exchangeFiles();
    for (const id of [one, two]) await open(id);
  });

  it('given a key that was changed, when it is opened, then it fails', async () => {
    const { id } = await store('sealed');
    await testbed.root.query(
      'update media_file set wrapped_key = set_byte(wrapped_key, 30, get_byte(wrapped_key, 30) # 1) where id = $1',
      [id],
    );
    await expect(open(id)).rejects.toThrow();
    await testbed.root.query('delete from media_file where id = $1', [id]);
  });
});

describe('a new master key', () => {
  it('given files under older keys, when keys are rotated, then the older keys can go, and no file was written', async () => {
    const [first, second, third] = ['a', 'b', 'c'].map((id, n) => ({ id, key: Buffer.alloc(32, n + 1) }));
    const [old, both, all, last] = [[first!], [second!, first!], [third!, second!, first!], [third!]].map(openKeyRing);
    const worker = testbed.as('worker').db;
    const ids: string[] = [];
    for (const keys of [old!, both!]) {
      for (let n = 0; n < 3; n++)
        ids.push((await mediaWith(keys).store({ ownerId: testbed.nextId(), bytes: picture, mode: 'sealed' })).id);
    }
    const others = (await testbed.root.query(`select id from media_file where key_id = 'test'`)).rows.map(
      ({ id }) => id,
    );
    const bytesOf = async () => Promise.all(ids.map(async (id) => readFile(await fileOf(id))));
    const before = await bytesOf();
    const { rewrapped, unopened } = await rotateKeys(worker, all!);
    expect([rewrapped, [...unopened].sort()]).toEqual([6, others.sort()]);
    expect(await bytesOf()).toEqual(before);
    for (const id of ids) {
      expect((await open(id, mediaWith(last!))).bytes.length).toBeGreaterThan(0);
      await expect(open(id, mediaWith(both!))).rejects.toThrow();
    }
    expect((await rotateKeys(worker, all!)).rewrapped).toBe(0);
    for (const id of others) await open(id);
  });

  it('given a rotation interrupted after some batches, when it runs again, then only the rest is done', async () => {
    await testbed.root.query('delete from media_file');
    const ids = Array.from({ length: 450 }, (_, n) => `${n}`.padStart(22, '0'));
    const sealed = ids.map((id) => testKeys.seal('media', Buffer.alloc(32, 3), `media:${id}`).sealed);
    await testbed.root.query(
      `insert into media_file (id, owner_id, mode, content_type, byte_size, width, height, sha256, key_id, wrapped_key)
       select id, 9, 'sealed', 'image/webp', 1, 1, 1, '', 'test', key from unnest($1::text[], $2::bytea[]) as n (id, key)`,
      [ids, sealed],
    );
    await testbed.root.query(`
      create function fail() returns trigger language plpgsql as $$ begin raise 'cut short'; end $$;
      create trigger cut before update on media_file for each row when (new.id = '${ids[449]}') execute function fail()`);
    const worker = testbed.as('worker').db;
    const all = openKeyRing([
      { id: 'next', key: Buffer.alloc(32, 9) },
      { id: 'test', key: Buffer.alloc(32, 7) },
    ]);
    await expect(rotateKeys(worker, all)).rejects.toThrow('cut short');
    const { rows } = await testbed.root.query(`select count(*)::int as done from media_file where key_id = 'next'`);
    expect(rows).toEqual([{ done: 400 }]);
    await testbed.root.query('drop trigger cut on media_file');
    expect(await rotateKeys(worker, all)).toEqual({ rewrapped: 50, unopened: [] });
    await testbed.root.query('delete from media_file');
  });

  it('given a key that cannot be decrypted, when keys are rotated, then it is reported and skipped, the rest done', async () => {
    const [one, two] = [await store('sealed'), await store('sealed')].map(({ id }) => id).sort();
    await testbed.root.query(`update media_file set wrapped_key = '\\x00' where id = $1`, [one]);
    const all = openKeyRing([
      { id: 'next', key: Buffer.alloc(32, 9) },
      { id: 'test', key: Buffer.alloc(32, 7) },
    ]);
    expect(await rotateKeys(testbed.as('worker').db, all)).toEqual({ rewrapped: 1, unopened: [one] });
    expect((await open(two!, mediaWith(all))).bytes.length).toBeGreaterThan(0);
  });
});

describe('unreferenced bytes', () => {
  it('given an upload without a row, and a removed picture, when a day has passed, then only they are deleted', async () => {
    const draw = (mode: 'public' | 'sealed') => testbed.media.draw({ ownerId: testbed.nextId(), bytes: picture, mode });
    const orphan = await draw('public');
    const sealedOrphan = await draw('sealed');
    const young = await draw('public');
    const owner = testbed.nextId();
    const removed = await store('public', owner);
    const kept = await store('public', owner);
    await testbed.transact((tx) => testbed.media.remove(tx, testbed.nextId(), kept.id)); // Another owner's: no effect.
    await testbed.transact((tx) => testbed.media.remove(tx, owner, removed.id));
    expect(await testbed.media.read(removed.id)).toBeUndefined();
    const longAgo = new Date(Date.now() - 25 * 3_600_000);
    const all = await testbed.listFiles();
    for (const path of all) if (!path.endsWith(young.id)) await utimes(path, longAgo, longAgo);
    await sweepMedia(testbed.as('worker').db, testbed.mediaFolder);
    const left = (await testbed.listFiles()).map((path) => path.slice(-22));
    for (const { id } of [orphan, sealedOrphan, removed]) expect(left).not.toContain(id);
    for (const { id } of [young, kept]) expect(left).toContain(id);
    const { rows } = await testbed.root.query('select id from media_file where removed_at is null');
    expect(rows.filter(({ id }) => !left.includes(id))).toEqual([]);
    expect(await sweepMedia(testbed.as('worker').db, testbed.mediaFolder)).toBe(0);
  });
});
