import { useSyncExternalStore } from 'react';

/** From here on pages stand in panes side by side (ux 0.2). */
const WIDE = globalThis.matchMedia?.('(min-width: 1024px)');

const listen = (onChange: () => void) => {
  WIDE?.addEventListener('change', onChange);
  return () => WIDE?.removeEventListener('change', onChange);
};

/** Whether there is room for panes: what only a wide screen has is not even fetched on a phone. */
export const useIsWide = (): boolean => useSyncExternalStore(listen, () => WIDE?.matches ?? false);
