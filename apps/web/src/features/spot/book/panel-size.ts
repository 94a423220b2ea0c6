import type { BookLevels } from '@app/ui';
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

/** Returns whether there is anything to draw; evaluated at every update, rerendered only on change. */
export const sizeOf = (levels: BookLevels | undefined) =>
  levels === undefined ? 'unknown' : levels.bids.length + levels.asks.length === 0 ? 'empty' : 'some';

/** Height of an order book row, at its largest. */
const ROW_PX = 21;
const HEAD_PX = 20;

/** Returns how many rows fit under their headers, within the given bounds. */
export const rowsFitting = (containerPx: number, { least, most }: { readonly least: number; readonly most: number }) =>
  Math.min(Math.max(Math.floor((containerPx - HEAD_PX) / ROW_PX), least), most);
