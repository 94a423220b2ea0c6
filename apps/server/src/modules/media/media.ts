import { createHash } from 'node:crypto';
import { assert } from '@app/base';
import { type AttemptLimit, checkAttempts } from '@app/domain/auth';
import { type FileMode, mediaSettings, type OpenPurpose, PURPOSE_RULES } from '@app/domain/media';
import type { Setting } from '@app/domain/reference';
import type { Db, Reader, Tx } from '../../platform/db/database.ts';
import type { Transact } from '../../platform/db/transact.ts';
import { accept, refuseWith } from '../../platform/http/accept.ts';
import type { KeyRing, Sealed } from '../../platform/process/key-ring.ts';
import type { Log } from '../../platform/process/log.ts';
import * as access from './access.store.ts';
import { drawPicture, NoPicture, PICTURE_TYPE, type Picture } from './draw-picture.ts';
import { createQueue } from './draw-queue.ts';
import { claim, type Grant, grant, type Revocation, revoke, type Viewer } from './grant-access.ts';
import * as store from './media.store.ts';
import { newMediaId } from './media-id.ts';
import { type ObjectStore, openObjectStore } from './object-store.ts';
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

type SentFile = { readonly ownerId: bigint; readonly bytes: Buffer; readonly purpose: OpenPurpose };

type StoredFile = {
  readonly id: string;
  readonly mode: FileMode;
  readonly width: number;
  readonly height: number;
};

type OpenedFile = {
  readonly ownerId: bigint;
  readonly bytes: Buffer;
  readonly contentType: string;
  /** Digest of exactly these bytes. */
  readonly digest: string;
};

export type Media = {
  /** Re-encodes a picture as its purpose requires and stores it. Until a feature claims it, the sweep may delete it. */
  store(sent: SentFile): Promise<StoredFile>;
  /** Reads a public file; undefined if there is none, or if it is sealed. */
  read(id: string): Promise<OpenedFile | undefined>;
  /** Records the view and then decrypts a sealed file; undefined if there is none for this viewer. */
  view(viewer: Viewer, id: string): Promise<OpenedFile | undefined>;
  /** Binds an upload to the use that needs it; see `grant-access.ts`. */
  claim(tx: Tx, use: access.Use): Promise<void>;
  grant(tx: Tx, grant: Grant): Promise<void>;
  revoke(tx: Tx, revocation: Revocation): Promise<void>;
  /** Lists who opened a sealed file of this owner, newest first. */
  listViews(reader: Reader, ownerId: bigint, id: string): Promise<readonly access.View[]>;
  /** Hides the file from now on; the sweep deletes its bytes. */
  remove(tx: Tx, ownerId: bigint, id: string): Promise<void>;
};

const HOUR_SECONDS = 3_600;

/** Creates the store of all user pictures: re-encoded, then stored as public or sealed. */
export function createMedia({ folder, keys, db, transact, settings, log }: MediaDeps): Media {
  const objects = openObjectStore(folder);
  const drawFile = createDrawing({ objects, keys, log });
  return {
    store: async (sent) => {
      const limits = await readLimits(settings, sent.purpose);
      await checkRoom(db, sent, limits); // Early check without a lock, to save work; the transaction checks again.
      const { row, key } = await drawFile(sent);
      await transact(async (tx) => {
        await store.lockOwner(tx, sent.ownerId); // No other file is added between counting and inserting.
        await checkRoom(tx, sent, limits);
        await store.insertFile(tx, row, key);
      });
      return row;
    },
    read: async (id) => {
      const row = await store.findPublic(db, id);
      return row && opened(id, row, await objects.read(row));
    },
    view: async (viewer, id) => {
      const row = await access.recordView(db, id, viewer);
      if (row === undefined) return undefined;
      const bytes = await objects.read({ id, mode: 'sealed' });
      return opened(id, row, openFile(keys, id, { bytes, key: { keyId: row.key_id, sealed: row.wrapped_key } }));
    },
    claim,
    grant,
    revoke,
    listViews: access.listViews,
    remove: store.markRemoved,
  };
}

type Limits = { readonly all: AttemptLimit; readonly ofPurpose: AttemptLimit };

async function readLimits(settings: MediaDeps['settings'], purpose: OpenPurpose): Promise<Limits> {
  const { value: all } = await settings.read(mediaSettings.uploadsPerHour);
  const { value: ofPurpose } = await settings.read(mediaSettings.uploadsPerHourFor[purpose]);
  return { all: { count: all, seconds: HOUR_SECONDS }, ofPurpose: { count: ofPurpose, seconds: HOUR_SECONDS } };
}

async function checkRoom(reader: Reader, { ownerId, purpose }: SentFile, limits: Limits): Promise<void> {
  const recent = await store.countRecent(reader, ownerId, { purpose, seconds: HOUR_SECONDS });
  const attempts = (['all', 'ofPurpose'] as const).map((scope) => ({
    count: recent[scope].count + 1,
    secondsLeft: recent[scope].secondsLeft,
    limit: limits[scope],
  }));
  accept(checkAttempts(attempts));
}

type Described = Pick<store.FileRow, 'owner_id' | 'content_type' | 'sha256'>;

/** Verifies that the stored bytes are the ones that were written. */
function opened(id: string, { owner_id, content_type, sha256: expected }: Described, bytes: Buffer): OpenedFile {
  assert(sha256(bytes).equals(expected), `the bytes of media ${id} are those that were stored`);
  return { ownerId: owner_id, bytes, contentType: content_type, digest: expected.toString('base64url') };
}

type Means = { readonly objects: ObjectStore; readonly keys: KeyRing; readonly log: Log };
type DrawnFile = { readonly row: store.FileRow; readonly key: Sealed | undefined };

const BOUNDS = { atOnce: 2, most: 32, mostOfOne: 3 };

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/**
 * Creates a function that queues an upload, re-encodes it and writes the bytes; returns the row that will reference
 * them.
 */
function createDrawing({ objects, keys, log }: Means): (sent: SentFile) => Promise<DrawnFile> {
  const inTurn = createQueue(BOUNDS);
  return async (sent) => {
    const rule = PURPOSE_RULES[sent.purpose];
    if (sent.bytes.length > rule.bytesMax) refuseWith('body_too_large');
    const picture = await inTurn(sent.ownerId, () => drawPicture(sent.bytes, rule)).catch((error: unknown) => {
      if (!(error instanceof NoPicture)) throw error;
      log.info({ reason: error.message }, 'media.file_rejected');
      return refuseWith('upload_failed');
    });
    const { row, key, bytes } = describeFile(keys, sent, picture);
    await objects.write(row, bytes);
    return { row, key };
  };
}

function describeFile(keys: KeyRing, { ownerId, purpose }: SentFile, { bytes, width, height }: Picture) {
  const id = newMediaId();
  const { mode } = PURPOSE_RULES[purpose];
  const sealed = mode === 'sealed' ? sealFile(keys, id, bytes) : undefined;
  const row: store.FileRow = {
    id,
    owner_id: ownerId,
    mode,
    purpose,
    content_type: PICTURE_TYPE,
    byte_size: bytes.length,
    width,
    height,
    sha256: sha256(bytes),
  };
  return { row, key: sealed?.key, bytes: sealed?.bytes ?? bytes };
}
