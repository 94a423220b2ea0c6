import type { Screen, SearchEntry } from '../data/app/screen.ts';
import type { TextFeature } from '../data/app/texts.ts';

/** Page that search offers. */
export type SearchPage = SearchEntry & {
  readonly path: Screen['path'];
  /** Whether a visitor must log in first. */
  readonly isOwn: boolean;
};

/** Returns the searchable pages of the screen tables, in their order; pages for visitors come last. */
export function searchPagesOf(screens: readonly Screen[]): readonly SearchPage[] {
  const pages = screens.flatMap((screen) =>
    'load' in screen && screen.search !== 'none'
      ? { path: screen.path, isOwn: screen.access === 'user', ...screen.search }
      : [],
  );
  const isLast = ({ forVisitors }: SearchPage) => forVisitors === true;
  return [...pages.filter((page) => !isLast(page)), ...pages.filter(isLast)];
}

/** Returns the features whose texts the search compares. */
export function searchTextsOf(pages: readonly SearchPage[]): readonly TextFeature[] {
  const keys = pages.flatMap(({ title, also = [] }) => [title, ...also]);
  return [...new Set(keys.map((key) => key.slice(0, key.indexOf('.')) as TextFeature))]; // By the key's type.
}
