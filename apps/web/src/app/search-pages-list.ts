import type { IconName } from '@app/ui';
import type { Text, TextKey } from '../data/app/texts.ts';
import { foldSearch, searchTerms } from '../lib/search-terms.ts';
import { SCREENS } from './screens.ts';
import { type SearchPage, searchPagesOf } from './search-table.ts';

/** Every page that can be opened on its own. Pages that need an id or a link are found elsewhere. */
export const SEARCH_PAGES: readonly SearchPage[] = import.meta.env.SEARCH_PAGES ?? searchPagesOf(SCREENS);

/**
 * One or two letters occur almost everywhere, so they match only at the start of a word. Scripts without letters
 * express much with one sign.
 */
const BEGUN = /^[a-z]{1,2}$/;

type PageSearch = { readonly query: string; readonly isVisitor: boolean; readonly text: Text };
type FoundPage = SearchPage & { readonly icon: IconName; readonly needsLogin: boolean };

/** Finds the built pages that match the whole search text, title matches first. */
export function findPages({ query, isVisitor, text }: PageSearch): readonly FoundPage[] {
  const wanted = searchTerms(query);
  if (wanted.length === 0) return [];
  const holds = (keys: readonly TextKey[]) => {
    const haystack = ` ${foldSearch(keys.map((key) => text(key)).join(' '))}`;
    return wanted.every((word) => haystack.includes(BEGUN.test(word) ? ` ${word}` : word));
  };
  const open = SEARCH_PAGES.filter(({ forVisitors }) => isVisitor || forVisitors !== true);
  const byTitle = open.filter(({ title }) => holds([title]));
  const byMore = open.filter(({ title, also = [] }) => !holds([title]) && holds([title, ...also]));
  return [...byTitle, ...byMore].map((page) => ({
    ...page,
    icon: page.icon as IconName, // A test checks the names.
    needsLogin: isVisitor && page.isOwn,
  }));
}
