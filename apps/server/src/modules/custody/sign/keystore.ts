import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';

/** Cost of a guess: about 100 ms and 128 MiB. */
const SCRYPT = { N: 131_072, r: 8, p: 1, maxmem: 256 * 1024 * 1024 } as const;
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const OWNER_ONLY = 0o600;

const hex = z.string().check(z.regex(/^(?:[0-9a-f]{2})+$/));
const keystore = z.object({ version: z.literal(1), salt: hex, nonce: hex, sealed: hex, tag: hex });

const keyOf = (password: string, salt: Uint8Array) => scryptSync(password.normalize('NFKC'), salt, KEY_BYTES, SCRYPT);

/** Writes a private key to a new file, encrypted with a password. A file that exists is never overwritten. */
export function writeKeystore(path: string, password: string, privateKey: string): void {
  const salt = randomBytes(SALT_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(password, salt), nonce);
  const sealed = Buffer.concat([cipher.update(privateKey, 'utf8'), cipher.final()]);
  const parts = { salt, nonce, sealed, tag: cipher.getAuthTag() };
  const written = Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('hex')]));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ version: 1, ...written }), { flag: 'wx', mode: OWNER_ONLY });
}

/** Reads a private key. A wrong password and a changed file are the same failure. */
export function readKeystore(path: string, password: string): string {
  const { salt, nonce, sealed, tag } = keystore.parse(JSON.parse(readFileSync(path, 'utf8')));
  const bytes = (text: string) => Buffer.from(text, 'hex');
  const decipher = createDecipheriv(CIPHER, keyOf(password, bytes(salt)), bytes(nonce));
  decipher.setAuthTag(bytes(tag));
  try {
    return Buffer.concat([decipher.update(bytes(sealed)), decipher.final()]).toString('utf8');
  } catch {
    throw new Error(`${path} does not open with this password`);
  }
}
