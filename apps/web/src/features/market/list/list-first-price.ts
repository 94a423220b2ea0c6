import { useEffect, useState, useSyncExternalStore } from 'react';
import { quotes } from '../../../data/market/quotes.ts';

/** After this long without any price none is expected, and placeholders would suggest otherwise. */
const PATIENCE_MS = 5_000;

/** Returns whether the very first price is still expected. */
export function useFirstPriceWait(): boolean {
  const isFirstOut = useSyncExternalStore(quotes.listenToAll, () => quotes.receivedAt() === 0);
  const [isPatient, setPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isFirstOut && isPatient;
}
