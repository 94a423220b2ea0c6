import { useEffect, useState, useSyncExternalStore } from 'react';
import { quotes } from '../../../shared/quotes.ts';

/** After so long without any price none is coming, and places that are kept for it would say otherwise. */
const PATIENCE_MS = 5_000;

/** Whether the first price of all is still to be expected. */
export function useFirstPriceWait(): boolean {
  const isFirstOut = useSyncExternalStore(quotes.listenToAll, () => quotes.receivedAt() === 0);
  const [isPatient, setPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isFirstOut && isPatient;
}
