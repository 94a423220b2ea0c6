import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing, Sealed } from '../../platform/process/key-ring.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A file whose own key is sealed by a master key, so that a new master key requires no file to be rewritten. */
export type SealedFile = { readonly bytes: Buffer; readonly key: Sealed };

/** Binds both the file and its key to the id: neither opens in place of another. */
const boundTo = (id: string) => `media:${id}`;

/** Encrypts a file with its own key: nonce, tag and ciphertext. */
export function sealFile(keys: KeyRing, id: string, plain: Buffer): SealedFile {
  const fileKey = randomBytes(KEY_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, fileKey, nonce).setAAD(Buffer.from(boundTo(id)));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return { bytes: Buffer.concat([nonce, cipher.getAuthTag(), text]), key: keys.seal('media', fileKey, boundTo(id)) };
}

/** Decrypts a file. Throws if the file, its key or its id is not the one it was sealed with. */
export function openFile(keys: KeyRing, id: string, { bytes, key }: SealedFile): Buffer {
  const fileKey = keys.open('media', key, boundTo(id));
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, fileKey, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(boundTo(id)))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

/** Rewraps the same file key under the newest master key; the file stays unchanged. */
export const rewrapKey = (keys: KeyRing, id: string, key: Sealed): Sealed =>
  keys.seal('media', keys.open('media', key, boundTo(id)), boundTo(id));
