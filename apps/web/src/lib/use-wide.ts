import { useSyncExternalStore } from 'react';

/** Width from which pages are laid out in panes side by side (ux 0.2). */
const WIDE = globalThis.matchMedia?.('(min-width: 1024px)');

const listen = (onChange: () => void) => {
  WIDE?.addEventListener('change', onChange);
  return () => WIDE?.removeEventListener('change', onChange);
};

/** Reports whether panes fit: content of the wide layout is not even fetched on a phone. */
export const useIsWide = (): boolean => useSyncExternalStore(listen, () => WIDE?.matches ?? false);
