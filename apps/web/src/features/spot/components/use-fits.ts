import { type RefCallback, useCallback, useState } from 'react';

/** Whether an element is at least so wide, known before it is first painted; a pane says more than the window does. */
export function useFits(neededPx: number): { container: RefCallback<HTMLElement>; fits: boolean } {
  const [fits, setFits] = useState(false);
  const container = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined;
      const measure = () => setFits(element.clientWidth >= neededPx);
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [neededPx],
  );
  return { container, fits };
}
