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
