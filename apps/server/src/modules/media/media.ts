import { createHash } from 'node:crypto';
import { assert, expectDefined } from '@app/base';
import { type AttemptLimit, checkAttempts } from '@app/domain/auth';
import { mediaSettings, UPLOAD_BYTES_MAX } from '@app/domain/media';
import type { Setting } from '@app/domain/reference';
import type { Db, Reader, Tx } from '../../platform/db/database.ts';
import type { Transact } from '../../platform/db/transact.ts';
import { accept, refuseWith } from '../../platform/http/accept.ts';
import type { KeyRing } from '../../platform/process/key-ring.ts';
import type { Log } from '../../platform/process/log.ts';
import { drawPicture, NoPicture, PICTURE_TYPE, type Picture, type Shape } from './draw-picture.ts';
import { createQueue } from './draw-queue.ts';
import type { FileRow } from './media.store.ts';
import * as store from './media.store.ts';
import { newMediaId } from './media-id.ts';
import { type Mode, type ObjectStore, openObjectStore } from './object-store.ts';
import { openFile, sealFile } from './seal-file.ts';

export type MediaDeps = {
  /** Folder that stores the bytes. */
  readonly folder: string;
  readonly keys: KeyRing;
  readonly db: Db;
  readonly transact: Transact;
  readonly settings: { read<Value>(setting: Setting<Value>): Promise<{ readonly value: Value }> };
  readonly log: Log;
};

/** A file whose bytes are written; it exists once `keep` has stored its row. */
type DrawnFile = { readonly id: string; readonly row: store.FileRow; readonly limit: AttemptLimit };

type OpenedFile = {
  readonly ownerId: bigint;
  readonly bytes: Buffer;
  readonly contentType: string;
  /** Digest of exactly these bytes. */
  readonly digest: string;
};

export type Media = {
  /** Re-encodes a picture and stores it. */
  store(sent: SentFile): Promise<DrawnFile>;
  /** Runs the first half of `store`, outside any transaction: re-encodes and writes the bytes. */
  draw(sent: SentFile): Promise<DrawnFile>;
  /** Runs the second half, in the transaction that needs the file. */
  keep(tx: Tx, drawn: DrawnFile): Promise<void>;
  /** Reads a public file; undefined if there is none, or if it is sealed. */
  read(id: string): Promise<OpenedFile | undefined>;
  /** Decrypts a sealed file. The caller must check access first. */
  openSealed(reader: Reader, id: string): Promise<OpenedFile>;
  /** Hides the file from now on; the sweep deletes its bytes. */
  remove(tx: Tx, ownerId: bigint, id: string): Promise<void>;
};

const HOUR_SECONDS = 3_600;

/** Creates the store of all user pictures: re-encoded, then stored as public or sealed. */
export function createMedia({ folder, keys, db, transact, settings, log }: MediaDeps): Media {
  const objects = openObjectStore(folder);
  const drawFile = createDrawing({ objects, keys, log });
  const draw: Media['draw'] = async (sent) => {
    const limit = { count: (await settings.read(mediaSettings.uploadsPerHour)).value, seconds: HOUR_SECONDS };
    await checkRoom(db, sent.ownerId, limit); // Early check without a lock, to save work; `keep` checks again.
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

/** Inserts the row under the owner's lock: no other file is added between counting and inserting. */
async function keep(tx: Tx, { row, limit }: DrawnFile): Promise<void> {
  await store.lockOwner(tx, row.owner_id);
  await checkRoom(tx, row.owner_id, limit);
  await store.insertFile(tx, row);
}

async function checkRoom(reader: Reader, ownerId: bigint, limit: AttemptLimit): Promise<void> {
  const { count, secondsLeft } = await store.countRecent(reader, ownerId, limit.seconds);
  accept(checkAttempts([{ count: count + 1, secondsLeft, limit }]));
}

/** Verifies that the stored bytes are the ones that were written. */
function opened({ owner_id, content_type, sha256: expected, id }: store.FileRow, bytes: Buffer): OpenedFile {
  assert(sha256(bytes).equals(expected), `the bytes of media ${id} are those that were stored`);
  return { ownerId: owner_id, bytes, contentType: content_type, digest: expected.toString('base64url') };
}

type SentFile = {
  readonly ownerId: bigint;
  readonly bytes: Buffer;
  readonly mode: Mode;
  readonly shape?: Shape;
};

type Means = { readonly objects: ObjectStore; readonly keys: KeyRing; readonly log: Log };

const BOUNDS = { atOnce: 2, most: 32, mostOfOne: 3 };

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/**
 * Creates a function that queues an upload, re-encodes it and writes the bytes; returns the row that will reference
 * them.
 */
function createDrawing({ objects, keys, log }: Means): (sent: SentFile) => Promise<FileRow> {
  const inTurn = createQueue(BOUNDS);
  return async (sent) => {
    if (sent.bytes.length > UPLOAD_BYTES_MAX) refuseWith('upload_failed');
    const picture = await inTurn(sent.ownerId, () => drawPicture(sent.bytes, sent.shape ?? 'whole')).catch(
      (error: unknown) => {
        if (!(error instanceof NoPicture)) throw error;
        log.info({ reason: error.message }, 'media.file_rejected');
        return refuseWith('upload_failed');
      },
    );
    const { row, bytes } = describeFile(keys, sent, picture);
    await objects.write(row, bytes);
    return row;
  };
}

function describeFile(keys: KeyRing, { ownerId, mode }: SentFile, { bytes, width, height }: Picture) {
  const id = newMediaId();
  const sealed = mode === 'sealed' ? sealFile(keys, id, bytes) : undefined;
  const row: FileRow = {
    id,
    owner_id: ownerId,
    mode,
    content_type: PICTURE_TYPE,
    byte_size: bytes.length,
    width,
    height,
    sha256: sha256(bytes),
    key_id: sealed?.key.keyId ?? null,
    wrapped_key: sealed?.key.sealed ?? null,
  };
  return { row, bytes: sealed?.bytes ?? bytes };
}
