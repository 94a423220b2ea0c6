import { type RefObject, useLayoutEffect, useState } from 'react';

/** What is made of an element's height, measured whenever it changes; drawn again only when the result is another. */
export function usePlaceHeight<Result extends number | boolean>(
  place: RefObject<HTMLElement | null>,
  make: (heightPx: number) => Result,
): Result {
  const [made, setMade] = useState(() => make(0));
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const measure = () => setMade(make(element.clientHeight));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [place, make]);
  return made;
}
