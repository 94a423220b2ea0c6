import { type RefObject, useLayoutEffect, useState } from 'react';

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
