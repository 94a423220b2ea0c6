import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** The list is on the device: it follows the finger, only not each stroke. */
const PAUSE_MS = 200;
const LONGEST = 64;

/** What is typed, and the words that are searched for: they live in the address, so that the way back keeps them. */
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
