import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react';

export type Size = { readonly width: number; readonly height: number };

/** How large an element is; nothing before it is there. */
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

/** A phone on its side, or text so large that little fits beside it. */
const CRAMPED = matchMedia('(max-height: 479px), (max-width: 299px)');

function listen(onChange: () => void): () => void {
  CRAMPED.addEventListener('change', onChange);
  return () => CRAMPED.removeEventListener('change', onChange);
}

/** Whether a chart page must do with one line of price, and scroll rather than press its candles flat. */
export const useIsCramped = (): boolean => useSyncExternalStore(listen, () => CRAMPED.matches);
