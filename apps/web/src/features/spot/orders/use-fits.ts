import { type RefCallback, useCallback, useState } from 'react';

/**
 * Reports whether an element is at least this wide, measured before first paint; the pane's width matters, not the
 * window's.
 */
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
