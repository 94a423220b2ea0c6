import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing, Sealed } from '../../platform/key-ring.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A file's own key is sealed by a master key, so that a new master key needs no file to be written again. */
export type SealedFile = { readonly bytes: Buffer; readonly key: Sealed };

/** Both the file and its key are bound to the id: neither opens in the place of another. */
const boundTo = (id: string) => `media:${id}`;

/** Seals a file with a key of its own: nonce, tag and text. */
export function sealFile(keys: KeyRing, id: string, plain: Buffer): SealedFile {
  const fileKey = randomBytes(KEY_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, fileKey, nonce).setAAD(Buffer.from(boundTo(id)));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return { bytes: Buffer.concat([nonce, cipher.getAuthTag(), text]), key: keys.seal('media', fileKey, boundTo(id)) };
}

/** Throws where the file, its key or its place is not the one it was sealed in. */
export function openFile(keys: KeyRing, id: string, { bytes, key }: SealedFile): Buffer {
  const fileKey = keys.open('media', key, boundTo(id));
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, fileKey, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(boundTo(id)))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

/** The same file key under the newest master key; the file stays as it is. */
export const rewrapKey = (keys: KeyRing, id: string, key: Sealed): Sealed =>
  keys.seal('media', keys.open('media', key, boundTo(id)), boundTo(id));
