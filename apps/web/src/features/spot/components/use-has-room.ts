import { type RefCallback, useCallback, useState } from 'react';

/** Whether an element is at least so wide, known before it is first painted; a pane says more than the window does. */
export function useHasRoom(neededPx: number): { place: RefCallback<HTMLElement>; hasRoom: boolean } {
  const [hasRoom, setHasRoom] = useState(false);
  const place = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined;
      const measure = () => setHasRoom(element.clientWidth >= neededPx);
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [neededPx],
  );
  return { place, hasRoom };
}
