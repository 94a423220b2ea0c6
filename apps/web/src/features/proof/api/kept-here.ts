import { storage } from '../../../shared/storage.ts';
import { type Case, publishedBy } from '../model/judge-price.ts';
import { type KeptHistory, keepMore, readKeptHistory } from '../model/kept-history.ts';

const STORED_AS = 'price_history';

export const keptHere = (): KeptHistory => readKeptHistory(storage.read(STORED_AS));

/** Read again, because another tab may have kept something meanwhile. Never of a lie. */
export const rememberPublished = (seen: Case): void =>
  storage.write(STORED_AS, keepMore(keptHere(), publishedBy(seen), Date.now()));
