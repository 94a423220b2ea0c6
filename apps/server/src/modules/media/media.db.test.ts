import { readFile, utimes, writeFile } from 'node:fs/promises';
import { expectDefined } from '@app/base';
import type { OpenPurpose } from '@app/domain/media';
import type { Setting } from '@app/domain/reference';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type MediaTestbed, openMediaTestbed } from '../../../test/media-testbed.ts';
import { silent, testKeys } from '../../../test/testbed.ts';
import { openKeyRing } from '../../platform/process/key-ring.ts';
import { createMedia, type Media, rotateKeys, sweepMedia } from './index.ts';
import { openObjectStore } from './object-store.ts';

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
type Owned = { readonly id: string; readonly ownerId: bigint };
/** Stores a picture as another user each time, unless one is given. */
async function store(purpose: OpenPurpose, ownerId: bigint = testbed.nextId(), by = testbed.media) {
  return { ownerId, ...(await by.store({ ownerId, bytes: picture, purpose })) };
}
const open = async ({ id, ownerId }: Owned, by = testbed.media) =>
  expectDefined(await by.view({ user: ownerId }, id), 'a sealed file of its owner');
const fileOf = async (id: string) => (await testbed.listFiles()).find((name) => name.endsWith(id)) ?? 'none';
const mediaWith = (keys: typeof testKeys, limits: Readonly<Record<string, number>> = {}) =>
  createMedia({
    folder: testbed.mediaFolder,
    keys,
    db: testbed.db,
    transact: testbed.transact,
    log: silent,
    settings: {
      read: async (it) => ({ value: (limits[it.key] as never) ?? it.initial }),
    },
  });

describe('a re-encoded picture', () => {
  it('given a rotated picture, when it is stored, then it is upright and has no orientation tag', async () => {
    const lying = await sharp(await noise(80, 40).png().toBuffer())
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const stored = await testbed.media.store({ ownerId: 1n, bytes: lying, purpose: 'chat' });
    expect([stored.width, stored.height]).toEqual([40, 80]);
    const drawn = await sharp((await open({ ownerId: 1n, id: stored.id })).bytes).metadata();
    expect(drawn).toMatchObject({ format: 'webp', width: 40, height: 80, space: 'srgb' });
    expect(drawn.orientation).toBeUndefined();
  });

  it('given a larger one, when it is stored, then its longer side is 2,048; a portrait is 512 × 512', async () => {
    const plain = sharp({ create: { width: 4_000, height: 1_000, channels: 3, background: '#368' } }); // Noise takes long to encode.
    const large = await plain.jpeg().toBuffer();
    const sizeAs = async (purpose: OpenPurpose, bytes: Buffer = large) => {
      const { width, height } = await testbed.media.store({ ownerId: 1n, bytes, purpose });
      return [width, height];
    };
    for (const purpose of ['identity', 'voucher', 'chat', 'appeal'] as const)
      expect(await sizeAs(purpose)).toEqual([2_048, 512]);
    expect(await sizeAs('avatar')).toEqual([512, 512]);
    expect(await sizeAs('appeal', picture)).toEqual([60, 40]);
  });

  it('given the same picture twice, when both are stored, then their addresses are unrelated', async () => {
    const one = await store('avatar');
    const two = await store('avatar');
    expect(one.id).toMatch(/^[\w-]{22}$/);
    expect(one.id).not.toBe(two.id);
  });
});

describe('the upload limit of one user', () => {
  const isFulfilled = ({ status }: PromiseSettledResult<unknown>) => status === 'fulfilled';

  it('given one less than the limit, when nine more arrive at three processes at once, then one is kept', async () => {
    const processes = Array.from({ length: 3 }, () => mediaWith(testKeys, { 'media.uploads_per_hour': 3 }));
    const [media] = processes as [Media];
    const owner = testbed.nextId();
    for (let n = 0; n < 2; n++) await store('avatar', owner, media);
    const sent = processes.flatMap((process) => Array.from({ length: 3 }, () => store('avatar', owner, process)));
    expect((await Promise.allSettled(sent)).filter(isFulfilled)).toHaveLength(1);
    await expect(store('chat', owner, media)).rejects.toMatchObject({
      code: 'too_many_requests',
      params: { seconds: expect.stringMatching(/^(?:3600|35\d\d)$/) },
    });
    await store('avatar', undefined, media); // Another user.
    await testbed.root.query(`update media_file set created_at = now() - interval '61 minutes' where owner_id = $1`, [
      owner,
    ]);
    await store('avatar', owner, media);
  });

  it('given the limit of one purpose, when another is uploaded, then only the first is refused', async () => {
    const media = mediaWith(testKeys, { 'media.uploads_per_hour.identity': 1 });
    const owner = testbed.nextId();
    await store('identity', owner, media);
    await expect(store('identity', owner, media)).rejects.toMatchObject({ code: 'too_many_requests' });
    await store('voucher', owner, media);
  });
});

describe('a sealed picture', () => {
  it('given its id, when its owner opens it, then it returns the picture, which is not public', async () => {
    const file = await store('chat', 5n);
    const opened = await open(file);
    expect(opened).toMatchObject({ ownerId: 5n, contentType: 'image/webp' });
    expect(await sharp(opened.bytes).metadata()).toMatchObject({ format: 'webp', width: 60 });
    expect(await testbed.media.read(file.id)).toBeUndefined();
    expect(await testbed.media.view({ user: 5n }, (await store('avatar', 5n)).id)).toBeUndefined();
    expect(await testbed.media.view({ user: 5n }, 'x'.repeat(22))).toBeUndefined();
  });

  it('given any byte of the file changed, when it is opened, then it fails', async () => {
    const file = await store('chat');
    const path = await fileOf(file.id);
    const whole = await readFile(path);
    for (const at of [0, 12, 28, whole.length - 1]) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await writeFile(path, changed);
      await expect(open(file), `byte ${at}`).rejects.toThrow();
    }
    for (const cut of [Buffer.alloc(0), whole.subarray(0, 20), whole.subarray(0, -1)]) {
      await writeFile(path, cut);
      await expect(open(file), `${cut.length} bytes`).rejects.toThrow();
    }
    await writeFile(path, whole);
    await open(file);
  });

  it('given two with swapped keys, files, or both, when they are opened, then both fail', async () => {
    const one = await store('chat');
    const two = await store('chat');
    const pathOne = await fileOf(one.id);
    const pathTwo = await fileOf(two.id);
    const exchangeKeys = () =>
      testbed.root.query(
        `update media_file f set wrapped_key = o.wrapped_key from media_file o
          where f.id = any($1) and o.id = any($1) and f.id <> o.id`,
        [[one.id, two.id]],
      );
    const exchangeFiles = async () => {
      const first = await readFile(pathOne);
      const second = await readFile(pathTwo);
      await writeFile(pathOne, second);
      await writeFile(pathTwo, first);
    };
    const neitherOpens = async () => {
      for (const file of [one, two]) await expect(open(file)).rejects.toThrow();
    };
    await exchangeKeys();
    await neitherOpens();
    await exchangeFiles();
    await neitherOpens();
    await exchangeKeys();
    await neitherOpens();
    await exchangeFiles();
    for (const file of [one, two]) await open(file);
  });

  it('given a key that was changed, when it is opened, then it fails', async () => {
    const file = await store('chat');
    await testbed.root.query(
      'update media_file set wrapped_key = set_byte(wrapped_key, 30, get_byte(wrapped_key, 30) # 1) where id = $1',
      [file.id],
    );
    await expect(open(file)).rejects.toThrow();
    await testbed.root.query('delete from media_file where id = $1', [file.id]);
  });
});

describe('a new master key', () => {
  it('given files under older keys, when keys are rotated, then the older keys can go, and no file was written', async () => {
    const [first, second, third] = ['a', 'b', 'c'].map((id, n) => ({ id, key: Buffer.alloc(32, n + 1) }));
    const [old, both, all, last] = [[first!], [second!, first!], [third!, second!, first!], [third!]].map(openKeyRing);
    const worker = testbed.as('worker').db;
    const files: Owned[] = [];
    for (const keys of [old!, both!]) {
      for (let n = 0; n < 3; n++) files.push(await store('voucher', undefined, mediaWith(keys)));
    }
    const { rows: others } = await testbed.root.query<Owned>(
      `select id, owner_id as "ownerId" from media_file where key_id = 'test'`,
    );
    const otherIds = others.map(({ id }) => id);
    const bytesOf = async () => Promise.all(files.map(async ({ id }) => readFile(await fileOf(id))));
    const before = await bytesOf();
    const { rewrapped, unopened } = await rotateKeys(worker, all!);
    expect([rewrapped, [...unopened].sort()]).toEqual([6, otherIds.sort()]);
    expect(await bytesOf()).toEqual(before);
    for (const file of files) {
      expect((await open(file, mediaWith(last!))).bytes.length).toBeGreaterThan(0);
      await expect(open(file, mediaWith(both!))).rejects.toThrow();
    }
    expect((await rotateKeys(worker, all!)).rewrapped).toBe(0);
    for (const file of others) await open(file);
  });

  it('given a rotation interrupted after some batches, when it runs again, then only the rest is done', async () => {
    await testbed.root.query('delete from media_file');
    const ids = Array.from({ length: 450 }, (_, n) => `${n}`.padStart(22, '0'));
    const sealed = ids.map((id) => testKeys.seal('media', Buffer.alloc(32, 3), `media:${id}`).sealed);
    await testbed.root.query(
      `insert into media_file (id, owner_id, mode, purpose, content_type, byte_size, width, height, sha256, key_id, wrapped_key)
       select id, 9, 'sealed', 'identity', 'image/webp', 1, 1, 1, '', 'test', key from unnest($1::text[], $2::bytea[]) as n (id, key)`,
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
    const one = await store('appeal');
    const two = await store('appeal');
    await testbed.root.query(`update media_file set wrapped_key = '\\x00' where id = $1`, [one.id]);
    const all = openKeyRing([
      { id: 'next', key: Buffer.alloc(32, 9) },
      { id: 'test', key: Buffer.alloc(32, 7) },
    ]);
    expect(await rotateKeys(testbed.as('worker').db, all)).toEqual({ rewrapped: 1, unopened: [one.id] });
    expect((await open(two, mediaWith(all))).bytes.length).toBeGreaterThan(0);
  });
});

describe('the sweep', () => {
  const HOUR_MS = 3_600_000;
  const settings = { read: async <Value>(it: Setting<Value>) => ({ value: it.initial }) };
  const sweep = () => sweepMedia(testbed.as('worker').db, testbed.mediaFolder, settings);
  const use = (file: Owned, usedBy: string, purpose: OpenPurpose = 'avatar') =>
    testbed.transact((tx) => testbed.media.claim(tx, { ownerId: file.ownerId, fileId: file.id, purpose, usedBy }));
  const makeOld = (files: readonly Owned[], hours: number) =>
    testbed.root.query(`update media_file set created_at = now() - make_interval(hours => $2) where id = any($1)`, [
      files.map(({ id }) => id),
      hours,
    ]);
  const idsLeft = async () => (await testbed.listFiles()).map((path) => path.slice(-22));

  it('given bytes without a row, and a removed picture, when a day has passed, then only they are deleted', async () => {
    const objects = openObjectStore(testbed.mediaFolder);
    const write = async (id: string, mode: 'public' | 'sealed') => {
      await objects.write({ id, mode }, picture);
      return { id };
    };
    const orphan = await write('o'.repeat(22), 'public');
    const sealedOrphan = await write('s'.repeat(22), 'sealed');
    const young = await write('y'.repeat(22), 'public');
    const owner = testbed.nextId();
    const removed = await store('avatar', owner);
    const kept = await store('avatar', owner);
    await testbed.transact((tx) => testbed.media.remove(tx, testbed.nextId(), kept.id)); // Another owner's: no effect.
    await testbed.transact((tx) => testbed.media.remove(tx, owner, removed.id));
    expect(await testbed.media.read(removed.id)).toBeUndefined();
    const longAgo = new Date(Date.now() - 25 * HOUR_MS);
    for (const path of await testbed.listFiles()) if (!path.endsWith(young.id)) await utimes(path, longAgo, longAgo);
    await sweep();
    const left = await idsLeft();
    for (const { id } of [orphan, sealedOrphan, removed]) expect(left).not.toContain(id);
    for (const { id } of [young, kept]) expect(left).toContain(id);
    const { rows } = await testbed.root.query('select id from media_file where removed_at is null');
    expect(rows.filter(({ id }) => !left.includes(id))).toEqual([]);
    expect(await sweep()).toBe(0);
  });

  it('given uploads, when nothing has used them for 24 hours, then rows and bytes are deleted, and no other', async () => {
    const [unused, sealed, used, young] = [
      await store('avatar'),
      await store('identity'),
      await store('avatar'),
      await store('avatar'),
    ] as const;
    await use(used, 'portrait:1');
    await makeOld([unused, sealed, used], 25);
    await makeOld([young], 23);
    expect(await sweep()).toBe(2);
    const left = await idsLeft();
    expect([unused, sealed, used, young].map(({ id }) => left.includes(id))).toEqual([false, false, true, true]);
    const { rows } = await testbed.root.query('select count(*)::int as n from media_file where id = any($1)', [
      [unused.id, sealed.id],
    ]);
    expect(rows).toEqual([{ n: 0 }]);
    await expect(use(unused, 'portrait:2')).rejects.toMatchObject({ code: 'not_found' });
    expect(await testbed.media.read(used.id)).toBeDefined();
  });

  it('given claims and sweeps of the same uploads at once, then each upload is either used or gone', async () => {
    const files: Owned[] = [];
    for (let n = 0; n < 40; n++) files.push(await store('avatar'));
    await makeOld(files, 25);
    const sweeps = Promise.all([sweep(), sweep()]);
    const outcomes = await Promise.allSettled(files.map((file, n) => use(file, `portrait:${n}`)));
    await sweeps;
    await sweep();
    const left = await idsLeft();
    for (const [n, file] of files.entries()) {
      const isUsed = outcomes[n]?.status === 'fulfilled';
      expect([left.includes(file.id), (await testbed.media.read(file.id)) !== undefined]).toEqual([isUsed, isUsed]);
    }
  });

  it('given a claim that has not committed, when the sweep runs, then it passes the upload over, and the claim wins', async () => {
    const file = await store('avatar');
    await makeOld([file], 25);
    await testbed.transact(async (tx) => {
      await testbed.media.claim(tx, { ownerId: file.ownerId, fileId: file.id, purpose: 'avatar', usedBy: 'a:1' });
      expect(await sweep()).toBe(0);
    });
    expect(await sweep()).toBe(0);
    expect(await testbed.media.read(file.id)).toBeDefined();
  });

  it('given a sweep that has not committed, when a claim arrives, then it waits and finds nothing', async () => {
    const file = await store('avatar');
    await makeOld([file], 25);
    const worker = await testbed.bare('worker');
    await worker.query('begin');
    await worker.query('delete from media_file where id = $1', [file.id]);
    const claimed = expect(use(file, 'a:1')).rejects.toMatchObject({ code: 'not_found' });
    await worker.query('commit');
    await claimed;
  });
});
