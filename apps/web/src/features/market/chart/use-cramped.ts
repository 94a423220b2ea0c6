import { useSyncExternalStore } from 'react';

/** A phone in landscape, or very large text. */
const CRAMPED = matchMedia('(max-height: 479px), (max-width: 299px)');

function listen(onChange: () => void): () => void {
  CRAMPED.addEventListener('change', onChange);
  return () => CRAMPED.removeEventListener('change', onChange);
}

/** Returns whether a chart page shows the price on one line and scrolls instead of flattening its candles. */
export const useIsCramped = (): boolean => useSyncExternalStore(listen, () => CRAMPED.matches);
