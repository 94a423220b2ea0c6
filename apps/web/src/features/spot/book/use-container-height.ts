import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * Returns a value derived from an element's height, measured on every resize; re-renders only when that value changes.
 */
export function useContainerHeight<Result extends number | boolean>(
  container: RefObject<HTMLElement | null>,
  make: (heightPx: number) => Result,
): Result {
  const [made, setMade] = useState(() => make(0));
  useLayoutEffect(() => {
    const element = container.current;
    if (element === null) return undefined;
    const measure = () => setMade(make(element.clientHeight));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [container, make]);
  return made;
}
