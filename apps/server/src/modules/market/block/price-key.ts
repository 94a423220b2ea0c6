import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { expectDefined } from '@app/base';
import { type Bytes, keyIdOf } from '@app/verifier';
import type { Reader, Tx } from '../../../platform/database.ts';
import type { KeyRing } from '../../../platform/key-ring.ts';
import { findCurrentKeyId, findSealedKey, insertKey } from './key.store.ts';

type SigningKey = { readonly id: string; sign(data: Bytes): Bytes };

/** Finds the key that signs the next block; detects a rotation by itself. */
export type PriceSigner = (tx: Reader) => Promise<SigningKey>;

/**
 * Opens the price key, creating the first one if there is none. The private part leaves the database encrypted and is
 * decrypted in memory only.
 */
export async function openPriceKey(tx: Tx, keys: KeyRing): Promise<PriceSigner> {
  if ((await findCurrentKeyId(tx)) === undefined) await addKey(tx, keys);
  let opened: SigningKey | undefined;
  return async (reader) => {
    const id = expectDefined(await findCurrentKeyId(reader), 'a price key');
    if (opened?.id !== id) opened = await openKey(reader, keys, id);
    return opened;
  };
}

/** Creates a key that signs from the next block on; the old key's public part stays, for the blocks it signed. */
export async function rotatePriceKey(tx: Tx, keys: KeyRing): Promise<string> {
  return expectDefined(await addKey(tx, keys), 'a block signed by the last key');
}

async function openKey(reader: Reader, keys: KeyRing, id: string): Promise<SigningKey> {
  const { sealed } = expectDefined(await findSealedKey(reader, id), `the price key ${id}`);
  const key = createPrivateKey({ key: keys.open('price', sealed, id), format: 'der', type: 'pkcs8' });
  return { id, sign: (data) => new Uint8Array(sign(null, data, key)) };
}

async function addKey(tx: Tx, keys: KeyRing): Promise<string | undefined> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const bytes = publicBytes(publicKey);
  const id = await keyIdOf(bytes);
  const sealed = keys.seal('price', privateKey.export({ format: 'der', type: 'pkcs8' }), id);
  return (await insertKey(tx, { id, sealed }, bytes)) ? id : undefined;
}

const publicBytes = (key: KeyObject): Bytes =>
  new Uint8Array(Buffer.from(expectDefined(key.export({ format: 'jwk' }).x, 'the public part'), 'base64url'));
