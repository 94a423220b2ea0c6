import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/**
 * State of a page in its address: filters, sort, columns and what is selected. A link shows what its sender saw, and a
 * saved view is such a text.
 */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (changes: Readonly<Record<string, string | undefined>>) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(changes))
            if (value === undefined || value === '') next.delete(name);
            else next.set(name, value);
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  const get = useCallback((name: string): string | undefined => params.get(name) ?? undefined, [params]);
  return { get, set, query: params.toString() };
}
