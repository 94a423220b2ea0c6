import type { IconName } from '@app/ui';
import { openFirst } from '../data/app/open-lists.ts';
import type { Text, TextKey } from '../data/app/texts.ts';
import { foldSearch, searchTerms } from '../lib/search-terms.ts';
import { SCREENS } from './screens.ts';
import { type SearchPage, searchPagesOf } from './search-table.ts';

/** Every page that can be opened on its own. Pages that need an id or a link are found elsewhere. */
export const SEARCH_PAGES: readonly SearchPage[] = import.meta.env.SEARCH_PAGES ?? searchPagesOf(SCREENS);

/**
 * One or two letters occur almost everywhere, so in a title they match only at the start of a word. A keyword is not
 * shown, so it must always begin like the search. Scripts without spaces match anywhere.
 */
const BEGUN = /^[a-z0-9]{1,2}$/;
const LATIN = /^[a-z0-9]/;

type PageSearch = {
  readonly query: string;
  readonly isVisitor: boolean;
  readonly isOpen: (path: string) => boolean;
  readonly text: Text;
};
type FoundPage = SearchPage & { readonly icon: IconName; readonly needsLogin: boolean; readonly isOpen: boolean };

/**
 * Finds the pages that match the whole search text: title matches first, open pages before closed
 * ones, titles that begin like it before others.
 */
export function findPages({ query, isVisitor, isOpen, text }: PageSearch): readonly FoundPage[] {
  const wanted = searchTerms(query);
  if (wanted.length === 0) return [];
  const shown = SEARCH_PAGES.filter(({ forVisitors }) => isVisitor || forVisitors !== true);
  const byTitle = shown.filter((page) => wanted.every((word) => isInTitle(word, page, text)));
  const byMore = shown.filter(
    (page) =>
      !byTitle.includes(page) && wanted.every((word) => isInTitle(word, page, text) || isKeyword(word, page, text)),
  );
  const isBegun = ({ title }: SearchPage) => folded([title], text).startsWith(` ${wanted[0]}`);
  const named = [...byTitle.filter(isBegun), ...byTitle.filter((page) => !isBegun(page))];
  return [...openFirst(named, isOpen), ...openFirst(byMore, isOpen)].map((page) => ({
    ...page,
    icon: page.icon as IconName, // A test checks the names.
    isOpen: isOpen(page.path),
    needsLogin: isVisitor && page.isOwn,
  }));
}

const folded = (keys: readonly TextKey[], text: Text) => ` ${foldSearch(keys.map((key) => text(key)).join(' '))}`;

const isInTitle = (word: string, { title }: SearchPage, text: Text) =>
  folded([title], text).includes(BEGUN.test(word) ? ` ${word}` : word);

const isKeyword = (word: string, { also = [] }: SearchPage, text: Text) =>
  folded(also, text).includes(LATIN.test(word) ? ` ${word}` : word);
