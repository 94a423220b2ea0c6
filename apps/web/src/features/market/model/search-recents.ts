import { foldSearch } from '../../../shared/search-terms.ts';
import type { KeptValues } from '../../../shared/storage.ts';

const KEPT_AS = 'search_recents';
const KEPT_MAX = 8;
/** One letter is the beginning of a search, not one. */
const SHORTEST = 2;

/** What was searched for on this device, the newest first; whatever else lies there is as good as nothing. */
export function keptRecents(kept: KeptValues): readonly string[] {
  const list = kept.read(KEPT_AS);
  return Array.isArray(list) ? list.filter((it) => typeof it === 'string').slice(0, KEPT_MAX) : [];
}

/** The list with these words in front, and never twice. */
export function withRecent(recents: readonly string[], typed: string): readonly string[] {
  const term = typed.trim();
  if (term.length < SHORTEST) return recents;
  const others = recents.filter((it) => foldSearch(it) !== foldSearch(term));
  return [term, ...others].slice(0, KEPT_MAX);
}

export const keepRecents = (kept: KeptValues, recents: readonly string[]): void =>
  recents.length === 0 ? kept.remove(KEPT_AS) : kept.write(KEPT_AS, recents);
