import { createPublicKey, type KeyObject } from 'node:crypto';
import type { Header, PriceKey } from '@app/verifier';
import type { Reader } from '../../../platform/db/database.ts';
import { readKeys } from './key.store.ts';

/** Cache of the public keys: finds the key a block names, if it is the valid one for that block number. */
type KnownKeys = { find(named: Pick<Header, 'number' | 'keyId'>): Promise<KeyObject | undefined> };

type OpenedKey = PriceKey & { readonly opened: KeyObject };

/**
 * Minimum interval between table reads: an unknown key id may be new or made up, and callers must not be able to
 * trigger a read each time.
 */
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
