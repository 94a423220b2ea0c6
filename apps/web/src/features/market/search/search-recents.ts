import { foldSearch } from '../../../lib/search-terms.ts';
import type { KeptValues } from '../../../lib/storage.ts';

const KEPT_AS = 'search_recents';
const KEPT_MAX = 8;
/** A single letter is the start of a search, not a search. */
const SHORTEST = 2;

/** Returns the searches of this device, the newest first; an invalid stored value counts as none. */
export function keptRecents(kept: KeptValues): readonly string[] {
  const list = kept.read(KEPT_AS);
  return Array.isArray(list) ? list.filter((it) => typeof it === 'string').slice(0, KEPT_MAX) : [];
}

/** Returns the list with this text in front, without duplicates. */
export function withRecent(recents: readonly string[], typed: string): readonly string[] {
  const term = typed.trim();
  if (term.length < SHORTEST) return recents;
  const others = recents.filter((it) => foldSearch(it) !== foldSearch(term));
  return [term, ...others].slice(0, KEPT_MAX);
}

export const keepRecents = (kept: KeptValues, recents: readonly string[]): void =>
  recents.length === 0 ? kept.remove(KEPT_AS) : kept.write(KEPT_AS, recents);
