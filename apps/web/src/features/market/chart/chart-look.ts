import { useSyncExternalStore } from 'react';

const LOOK = ['data-theme', 'data-price'];

function listen(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: LOOK });
  return () => observer.disconnect();
}

/**
 * Returns a key that changes when the canvas must read its colours again. Read from the document, which has resolved
 * the "as the device" setting.
 */
export const useLook = (): string =>
  useSyncExternalStore(listen, () => LOOK.map((name) => document.documentElement.getAttribute(name)).join(' '));
