import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ErrorPanel } from '../feedback/states.tsx';

const OVERSCAN = 6;
const FIRST_PAINT_HEIGHT = 800;
const FETCH_AHEAD = 3; // Rows before the end at which the next page is requested.

type Props<Item> = {
  label: string;
  items: readonly Item[];
  rowHeight: number;
  keyOf: (item: Item) => string;
  row: (item: Item) => ReactNode;
  /** The scrolling region; other content may be above the list. */
  scrollRef: RefObject<HTMLElement | null>;
  /** Next page: none, available, loading, or failed and not requested again automatically. */
  next:
    | { state: 'end'; label: string }
    | { state: 'more'; load: () => void }
    | { state: 'loading'; rows: ReactNode }
    | { state: 'failed'; label: string; retry: { label: string; go: () => void } };
};

/** Renders a virtual list: only visible rows exist, however long it is. */
export function InfiniteList<Item>({ label, items, rowHeight, keyOf, row, scrollRef, next }: Props<Item>) {
  const listRef = useRef<HTMLUListElement>(null);
  const scrollMargin = useDistanceFromTop(listRef, scrollRef);
  const virtualizer = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: items.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeight,
    getItemKey: (at) => keyAt(items, keyOf, at),
    overscan: OVERSCAN,
    initialRect: { width: 0, height: FIRST_PAINT_HEIGHT },
    scrollMargin,
  });
  const shown = virtualizer.getVirtualItems();
  useNextPage(next, items.length, (virtualizer.range?.endIndex ?? -1) >= items.length - FETCH_AHEAD);
  return (
    <>
      <ul ref={listRef} className="vlist" aria-label={label} style={{ '--h': `${items.length * rowHeight}px` }}>
        {shown.map(({ key, index, start }) => {
          const item = items[index];
          return (
            <li
              key={key}
              className="vlist__i"
              style={{ '--y': `${start - scrollMargin}px`, '--row-h': `${rowHeight}px` }}
              aria-setsize={next.state === 'end' ? items.length : -1}
              aria-posinset={index + 1}
            >
              {item !== undefined && row(item)}
            </li>
          );
        })}
      </ul>
      {next.state === 'loading' && next.rows}
      {next.state === 'failed' && <ErrorPanel title={next.label} retry={next.retry} />}
      {next.state === 'end' && items.length > 0 && <p className="vlist__end">{next.label}</p>}
    </>
  );
}

function keyAt<Item>(items: readonly Item[], keyOf: (item: Item) => string, at: number): string | number {
  const item = items[at];
  return item === undefined ? at : keyOf(item);
}

/** Requests a page once each time the end is near, and again when a page was too short to move it away. */
function useNextPage<Item>(next: Props<Item>['next'], count: number, isNearEnd: boolean): void {
  const isDue = next.state === 'more' && isNearEnd;
  const loadMore = useEffectEvent((_count: number) => next.state === 'more' && next.load());
  useEffect(() => {
    if (isDue) loadMore(count);
  }, [isDue, count]);
}

/** Returns the height of the scrolled region above the list; an ancestor does not exist before the first paint. */
function useDistanceFromTop(list: RefObject<HTMLElement | null>, region: RefObject<HTMLElement | null>): number {
  const [distance, setDistance] = useState<number>();
  useEffect(() => {
    if (list.current === null || region.current === null) return;
    const offset = list.current.getBoundingClientRect().top - region.current.getBoundingClientRect().top;
    setDistance(Math.round(offset + region.current.scrollTop));
  });
  return distance ?? 0;
}
