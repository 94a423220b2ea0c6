import { createHash } from 'node:crypto';
import { UPLOAD_BYTES_MAX } from '@app/domain/media';
import { refuseWith } from '../../platform/accept.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import type { Log } from '../../platform/log.ts';
import { drawPicture, NoPicture, PICTURE_TYPE, type Picture, type Shape } from './draw-picture.ts';
import { createQueue } from './draw-queue.ts';
import type { FileRow } from './media.store.ts';
import { newMediaId } from './media-id.ts';
import type { Mode, ObjectStore } from './object-store.ts';
import { sealFile } from './seal-file.ts';

export type SentFile = {
  readonly ownerId: bigint;
  readonly bytes: Buffer;
  readonly mode: Mode;
  readonly shape?: Shape;
};

type Means = { readonly objects: ObjectStore; readonly keys: KeyRing; readonly log: Log };

const BOUNDS = { atOnce: 2, most: 32, mostOfOne: 3 };

export const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/**
 * Creates a function that queues an upload, re-encodes it and writes the bytes; returns the row that will reference
 * them.
 */
export function createDrawing({ objects, keys, log }: Means): (sent: SentFile) => Promise<FileRow> {
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
