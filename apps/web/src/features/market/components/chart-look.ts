import { useSyncExternalStore } from 'react';

const LOOK = ['data-theme', 'data-price'];

function listen(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: LOOK });
  return () => observer.disconnect();
}

/** What a canvas must read its colours again for. The document itself is asked: it knows what "as the device" means now. */
export const useLook = (): string =>
  useSyncExternalStore(listen, () => LOOK.map((name) => document.documentElement.getAttribute(name)).join(' '));
