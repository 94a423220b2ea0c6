import { useQuery } from '@tanstack/react-query';
import { type Heading, searchQuery, useLanguage } from '../api/articles.ts';
import { useSettled } from './use-settled.ts';

const NONE: readonly Heading[] = [];

/** What the server found for the words as they stand: while they change, what was found for others is no answer. */
export function useFound(words: string): { found: readonly Heading[]; isAsking: boolean } {
  const settled = useSettled(words);
  const { data, isFetching } = useQuery(searchQuery(useLanguage(), settled));
  if (settled !== words) return { found: NONE, isAsking: true };
  return { found: data ?? NONE, isAsking: isFetching };
}
