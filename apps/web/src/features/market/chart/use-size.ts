import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react';

export type Size = { readonly width: number; readonly height: number };

/** Returns the size of an element; undefined before it is mounted. */
export function useSize(container: RefObject<HTMLElement | null>): Size | undefined {
  const [size, setSize] = useState<Size>();
  useLayoutEffect(() => {
    const element = container.current;
    if (element === null) return undefined;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [container]);
  return size;
}

/** A phone in landscape, or very large text. */
const CRAMPED = matchMedia('(max-height: 479px), (max-width: 299px)');

function listen(onChange: () => void): () => void {
  CRAMPED.addEventListener('change', onChange);
  return () => CRAMPED.removeEventListener('change', onChange);
}

/** Returns whether a chart page shows the price on one line and scrolls instead of flattening its candles. */
export const useIsCramped = (): boolean => useSyncExternalStore(listen, () => CRAMPED.matches);
