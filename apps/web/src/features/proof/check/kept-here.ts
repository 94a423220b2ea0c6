import { fromHex } from '@app/verifier';
import { storage } from '../../../lib/storage.ts';
import { type Case, publishedBy } from '../price/judge-price.ts';
import { type KeptHistory, keepMore, readKeptHistory } from './kept-history.ts';

const STORED_AS = 'price_history';

export const keptHere = (): KeptHistory => readKeptHistory(storage.read(STORED_AS));

/**
 * Stores published heads and keys. Reads the store again first, because another tab may have added to it. Never called
 * with a failed proof.
 */
export const rememberPublished = (seen: Case): void =>
  storage.write(STORED_AS, keepMore(keptHere(), publishedBy(seen), Date.now()));

/** RFC 8032, 7.1, test 1: a known key and its signature of the empty message. */
const KEY = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
const SIGNATURE =
  'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b';

/**
 * Returns whether the browser supports these signatures. In older browsers all of them would look forged, which says
 * nothing about a price.
 */
export async function canCheck(): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('raw', bytes(KEY), 'Ed25519', false, ['verify']);
    return await crypto.subtle.verify('Ed25519', key, bytes(SIGNATURE), new Uint8Array());
  } catch {
    return false;
  }
}

const bytes = (hex: string) => new Uint8Array(fromHex(hex));
