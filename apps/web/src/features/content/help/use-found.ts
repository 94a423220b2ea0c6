import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Heading, searchQuery, useLanguage } from '../article/articles.ts';

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

/** Search requests are sent after typing has paused for this long (spec: 500 ms). */
const REST_MS = 500;

/** Returns the value once it has not changed for `REST_MS`. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
