import { useQuery } from '@tanstack/react-query';
import { type Heading, searchQuery, useLanguage } from '../article/articles.ts';
import { useSettled } from './use-settled.ts';

const NONE: readonly Heading[] = [];

/**
 * Returns the server's matches for the current text; while the user types, matches for an earlier text are not
 * returned.
 */
export function useFound(query: string): { found: readonly Heading[]; isSearching: boolean } {
  const settled = useSettled(query);
  const { data, isFetching } = useQuery(searchQuery(useLanguage(), settled));
  if (settled !== query) return { found: NONE, isSearching: true };
  return { found: data ?? NONE, isSearching: isFetching };
}
