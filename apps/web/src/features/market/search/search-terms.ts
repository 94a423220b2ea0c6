import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** The list is local: it follows the typing, but not every keystroke. */
const PAUSE_MS = 200;
const LONGEST = 64;

/** Returns the typed text and the search text; the latter is in the address, so that going back keeps it. */
export function useSearchTerm() {
  const [params, setParams] = useSearchParams();
  const query = params.get('q') ?? '';
  const [typed, setTyped] = useState(query);
  const wanted = typed.trim().slice(0, LONGEST);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the setter is a new one with every address.
  useEffect(() => {
    if (wanted === query) return undefined;
    const timer = setTimeout(() => setParams(wanted === '' ? {} : { q: wanted }, { replace: true }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, query]);
  return { typed, setTyped, query };
}
