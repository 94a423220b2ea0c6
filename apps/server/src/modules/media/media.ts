import { assert, expectDefined } from '@app/base';
import { type AttemptLimit, checkAttempts } from '@app/domain/auth';
import { mediaSettings } from '@app/domain/media';
import type { Setting } from '@app/domain/reference';
import { accept, refuseWith } from '../../platform/accept.ts';
import type { Db, Reader, Tx } from '../../platform/database.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import type { Log } from '../../platform/log.ts';
import type { Transact } from '../../platform/transact.ts';
import { createDrawing, type SentFile, sha256 } from './draw-file.ts';
import * as store from './media.store.ts';
import { openObjectStore } from './object-store.ts';
import { openFile } from './seal-file.ts';

export type MediaDeps = {
  /** Where the bytes lie. */
  readonly folder: string;
  readonly keys: KeyRing;
  readonly db: Db;
  readonly transact: Transact;
  readonly settings: { read<Value>(setting: Setting<Value>): Promise<{ readonly value: Value }> };
  readonly log: Log;
};

/** Its bytes are written; it exists once it is kept. */
type DrawnFile = { readonly id: string; readonly row: store.FileRow; readonly limit: AttemptLimit };

type OpenedFile = {
  readonly ownerId: bigint;
  readonly bytes: Buffer;
  readonly contentType: string;
  /** Names these bytes and no others. */
  readonly digest: string;
};

export type Media = {
  /** Draws a picture anew and keeps it. */
  store(sent: SentFile): Promise<DrawnFile>;
  /** The first half of `store`, outside any transaction: draws and writes the bytes. */
  draw(sent: SentFile): Promise<DrawnFile>;
  /** The second half, in the transaction that needs the file. */
  keep(tx: Tx, drawn: DrawnFile): Promise<void>;
  /** A public file; nothing where there is none, or where it is sealed. */
  read(id: string): Promise<OpenedFile | undefined>;
  /** A sealed file, opened. Whether somebody may see it is the caller's to decide before. */
  openSealed(reader: Reader, id: string): Promise<OpenedFile>;
  /** From now on nobody finds it; the sweep removes its bytes. */
  remove(tx: Tx, ownerId: bigint, id: string): Promise<void>;
};

const HOUR_SECONDS = 3_600;

/** Every picture that users send: drawn anew, then kept open to all or sealed. */
export function createMedia({ folder, keys, db, transact, settings, log }: MediaDeps): Media {
  const objects = openObjectStore(folder);
  const drawFile = createDrawing({ objects, keys, log });
  const draw: Media['draw'] = async (sent) => {
    const limit = { count: (await settings.read(mediaSettings.uploadsPerHour)).value, seconds: HOUR_SECONDS };
    await checkRoom(db, sent.ownerId, limit); // Counted without a lock, to spare the work; `keep` counts again.
    const row = await drawFile(sent);
    return { id: row.id, row, limit };
  };
  return {
    draw,
    keep,
    store: async (sent) => {
      const drawn = await draw(sent);
      await transact((tx) => keep(tx, drawn));
      return drawn;
    },
    read: async (id) => {
      const row = await store.findFile(db, id, 'public');
      return row && opened(row, await objects.read(row));
    },
    openSealed: async (reader, id) => {
      const row = (await store.findFile(reader, id, 'sealed')) ?? refuseWith('not_found');
      const key = {
        keyId: expectDefined(row.key_id, 'a key id'),
        sealed: expectDefined(row.wrapped_key, 'a wrapped key'),
      };
      return opened(row, openFile(keys, id, { bytes: await objects.read(row), key }));
    },
    remove: store.markRemoved,
  };
}

/** Under a lock of its owner: nobody adds another file between counting and inserting. */
async function keep(tx: Tx, { row, limit }: DrawnFile): Promise<void> {
  await store.lockOwner(tx, row.owner_id);
  await checkRoom(tx, row.owner_id, limit);
  await store.insertFile(tx, row);
}

async function checkRoom(reader: Reader, ownerId: bigint, limit: AttemptLimit): Promise<void> {
  const { count, secondsLeft } = await store.countRecent(reader, ownerId, limit.seconds);
  accept(checkAttempts([{ count: count + 1, secondsLeft, limit }]));
}

/** What lies in the store is believed only when it is what was written there. */
function opened({ owner_id, content_type, sha256: expected, id }: store.FileRow, bytes: Buffer): OpenedFile {
  assert(sha256(bytes).equals(expected), `the bytes of media ${id} are those that were stored`);
  return { ownerId: owner_id, bytes, contentType: content_type, digest: expected.toString('base64url') };
}
