import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { expectDefined } from '@app/base';
import { createMedia, type Media } from '@app/server/modules/media';
import { openDatabase } from '@app/server/platform/db/database';
import { transactOn } from '@app/server/platform/db/transact';
import { openKeyRing } from '@app/server/platform/process/key-ring';
import { freshDatabase } from '@app/testkit';
import { pino } from 'pino';
import { startPrivateServices } from '../services/private-services.ts';
import { atMost, guarantee, judge, ratio } from '../trial/aims.ts';
import type { Trial } from '../trial/trial.ts';

const OWNER = 1n;
const GRANTEE = 2n;
const SIDE = 1_024;
const AIM_RATIO = 4;
const LONG = { views: 2_000, uploads: 40 };
const SHORT = { views: 200, uploads: 6 };
const silent = pino({ level: 'silent' });

/** Measures what it costs to open a sealed picture for a grantee, against reading a public one, and what uploads cost. */
export const mediaBench: Trial = {
  name: 'media',
  claim: `opening a sealed picture, with its record, takes no more than ${AIM_RATIO} times as long as reading a public one.`,
  touches: ['apps/server/src/modules/media/', 'packages/domain/src/media/'],
  seconds: 20,
  isAlone: true,
  isFigure: true,
  run: async ({ short, print }) => {
    const services = await startPrivateServices('bench');
    const database = await freshDatabase(services.urls.postgres);
    const app = openDatabase({ url: database.urlOf('app'), connectionsMax: 4 }, silent);
    const root = openDatabase({ url: database.urlOf('postgres'), connectionsMax: 1 }, silent);
    try {
      const media = openMedia(app.db, join(services.folder, 'media'));
      const { views, uploads } = short ? SHORT : LONG;
      const uploadMs = await measureUploads(media, uploads);
      print(`upload of ${SIDE} × ${SIDE}: avatar ${show(uploadMs.avatar)} ms, sealed ${show(uploadMs.sealed)} ms`);
      const files = await prepareFiles(media, transactOn(app.db));
      const { read, view } = await measureViews(media, files, views);
      print(`public read ${show(read)} ms, sealed view ${show(view)} ms`);
      const { rows } = await root.pool.query<{ count: number }>('select count(*)::int as count from media_view');
      const lines = [
        guarantee(`${views} views have ${views} records`, rows[0]?.count === views),
        atMost({ text: 'sealed view to public read', value: view / read, aim: AIM_RATIO, format: ratio }),
      ];
      const summary = `sealed view ${show(view)} ms, public read ${show(read)} ms: ratio ${ratio(view / read)}; upload avatar ${show(uploadMs.avatar)}, sealed ${show(uploadMs.sealed)} ms (medians)`;
      return judge(lines, summary);
    } finally {
      await Promise.all([app.close(), root.close()]);
      await services.stop();
    }
  },
};

const show = (ms: number) => ms.toFixed(2);

const openMedia = (db: ReturnType<typeof openDatabase>['db'], folder: string): Media =>
  createMedia({
    folder,
    keys: openKeyRing([{ id: 'bench', key: Buffer.alloc(32, 7) }]),
    db,
    transact: transactOn(db),
    settings: { read: async (setting) => ({ value: setting.initial }) },
    log: silent,
  });

/** Uploads as another user each time, because the number per user is limited. */
async function measureUploads(media: Media, count: number): Promise<{ avatar: number; sealed: number }> {
  const bytes = noisePng(SIDE);
  const avatar: number[] = [];
  const sealed: number[] = [];
  for (let n = 0; n < count; n++) {
    const ownerId = BigInt(1_000 + n);
    avatar.push(await timeOf(() => media.store({ ownerId, bytes, purpose: 'avatar' })));
    sealed.push(await timeOf(() => media.store({ ownerId, bytes, purpose: 'identity' })));
  }
  return { avatar: medianOf(avatar), sealed: medianOf(sealed) };
}

/** Stores the same bytes in both modes: a portrait's size, so that decryption does not hide what the record costs. */
async function prepareFiles(media: Media, transact: ReturnType<typeof transactOn>) {
  const bytes = noisePng(512);
  const { id: open } = await media.store({ ownerId: OWNER, bytes, purpose: 'avatar' });
  const { id: sealed } = await media.store({ ownerId: OWNER, bytes, purpose: 'chat' });
  await transact(async (tx) => {
    await media.claim(tx, { ownerId: OWNER, fileId: sealed, purpose: 'chat', usedBy: 'bench' });
    await media.grant(tx, { fileId: sealed, usedBy: 'bench', to: { user: GRANTEE }, reason: 'bench' });
  });
  return { open, sealed };
}

/** Interleaves both, so that a slow phase of the machine affects both. */
async function measureViews(media: Media, { open, sealed }: { open: string; sealed: string }, count: number) {
  const read: number[] = [];
  const view: number[] = [];
  for (let n = 0; n < count; n++) {
    read.push(await timeOf(async () => expectDefined(await media.read(open), 'a public file')));
    view.push(await timeOf(async () => expectDefined(await media.view({ user: GRANTEE }, sealed), 'a sealed file')));
  }
  return { read: medianOf(read), view: medianOf(view) };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Encodes a grey PNG of noise, the same each time. */
function noisePng(side: number): Buffer {
  const rows = Buffer.alloc(side * (side + 1));
  let state = 1;
  for (let at = 0; at < rows.length; at++) {
    state = (state * 48_271) % 0x7fffffff;
    rows[at] = at % (side + 1) === 0 ? 0 : 96 + (state % 64); // Each row starts with its filter: none.
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 8; // Bits per pixel; everything after it is zero: grey, no interlacing.
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
