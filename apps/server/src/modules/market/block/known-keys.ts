import { createPublicKey, type KeyObject } from 'node:crypto';
import type { Header, PriceKey } from '@app/verifier';
import type { Reader } from '../../../platform/database.ts';
import { readKeys } from './key.store.ts';

/** The public keys, remembered: finds the one that a block names, if it is the one to sign a block of that number. */
type KnownKeys = { find(named: Pick<Header, 'number' | 'keyId'>): Promise<KeyObject | undefined> };

type OpenedKey = PriceKey & { readonly opened: KeyObject };

/** A name we do not know may be a new key's or anybody's: the table is asked, but not as often as anybody likes. */
const READ_EVERY_MS = 1_000;

export function createKnownKeys(db: Reader): KnownKeys {
  let keys: readonly OpenedKey[] = [];
  let readAtMs = Number.NEGATIVE_INFINITY;
  return {
    find: async ({ number, keyId }) => {
      if (!keys.some(({ id }) => id === keyId) && performance.now() - readAtMs >= READ_EVERY_MS) {
        readAtMs = performance.now();
        keys = (await readKeys(db)).map(openKey);
      }
      const key = keys.findLast(({ fromBlock }) => fromBlock <= number);
      return key?.id === keyId ? key.opened : undefined;
    },
  };
}

function openKey(key: PriceKey): OpenedKey {
  const x = Buffer.from(key.publicKey).toString('base64url');
  return { ...key, opened: createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }) };
}
