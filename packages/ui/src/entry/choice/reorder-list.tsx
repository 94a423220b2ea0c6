import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from '../../icons/icon.tsx';
import { givesWay, moveItem, placeAfterDrag, placeByKey, scrollNearEdge } from './reorder.ts';

const ROW_HEIGHT = 60;

type Props<Item> = {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  face: (item: Item) => ReactNode;
  /** Further actions of a row, besides the one that moves it to the top. */
  end?: (item: Item) => ReactNode;
  /** Receives the keys in their new order, after each move. */
  onOrder: (keys: readonly string[]) => void;
  labels: {
    /** Keyboard instructions for the handle. */
    help: string;
    handle: (item: Item) => string;
    toTop: (item: Item) => string;
    /** Announcement after an item moved to a place, counted from one. */
    moved: (item: Item, place: number, count: number) => string;
  };
};

/** Renders a list the user can reorder: a drag handle, arrow keys on it, and one press to the top. */
export function ReorderList<Item>({ label, items, keyOf, face, end, onOrder, labels }: Props<Item>) {
  const [announcement, setAnnouncement] = useState('');
  const move = (from: number, to: number) => {
    const item = items[from];
    if (item === undefined) return;
    onOrder(moveItem(items, from, to).map(keyOf));
    setAnnouncement(labels.moved(item, to + 1, items.length));
  };
  const { drag, handle } = useDragOrder({
    count: items.length,
    rowHeight: ROW_HEIGHT,
    // Another device may have changed the list meanwhile: move the item that was dragged, by its key.
    onDrop: ({ key, to }) => move(items.map(keyOf).indexOf(key), to),
  });
  const moveByKey = (event: KeyboardEvent, from: number) => {
    const to = placeByKey(event.key, from, items.length);
    if (to === undefined) return;
    event.preventDefault();
    move(from, to);
  };
  return (
    <>
      <ul className={drag === undefined ? 'reorder' : 'reorder reorder--moving'} aria-label={label}>
        {items.map((item, index) => {
          const key = keyOf(item);
          const isHeld = drag?.key === key;
          const shift = drag === undefined || isHeld ? 0 : givesWay(index, drag);
          return (
            <li
              key={key}
              className={isHeld ? 'reorder__i reorder__i--held' : 'reorder__i'}
              style={isHeld ? {} : { '--dy': `${shift * ROW_HEIGHT}px` }}
            >
              <Handle
                name={labels.handle(item)}
                help={labels.help}
                {...handle(key, index)}
                onKey={(e) => moveByKey(e, index)}
              />
              <span className="reorder__face">{face(item)}</span>
              <ToTop name={labels.toTop(item)} isThere={index === 0} onPress={() => move(index, 0)} />
              {end?.(item)}
            </li>
          );
        })}
      </ul>
      <p className="sr-only" role="status" aria-live="polite">
        {announcement}
      </p>
    </>
  );
}

type HandleProps = ReturnType<ReturnType<typeof useDragOrder>['handle']> & {
  name: string;
  help: string;
  onKey: (event: KeyboardEvent) => void;
};

/** Renders the drag handle: three lines. */
function Handle({ name, help, onKey, ...drag }: HandleProps) {
  return (
    <button type="button" className="reorder__handle" aria-label={name} title={help} onKeyDown={onKey} {...drag}>
      <svg viewBox="0 0 16 12" width="16" height="12" aria-hidden="true" focusable="false">
        <path className="reorder__lines" d="M1 1.5h14M1 6h14M1 10.5h14" />
      </svg>
    </button>
  );
}

/** Renders the move-to-top button. The top item keeps it in place, so that the focus is not lost. */
function ToTop({ name, isThere, onPress }: { name: string; isThere: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      className={isThere ? 'iconbtn reorder__top reorder__top--there' : 'iconbtn reorder__top'}
      aria-label={name}
      aria-disabled={isThere}
      onClick={() => !isThere && onPress()}
    >
      <Icon name="arrow-up" size={20} />
    </button>
  );
}

type Drag = { readonly key: string; readonly from: number; readonly to: number };
type List = { readonly count: number; readonly rowHeight: number; readonly onDrop: (drag: Drag) => void };

/**
 * State of the current drag. The offset is set directly on the row; React renders the list only when the target
 * position changes.
 */
type Held = {
  readonly row: HTMLElement;
  readonly region: Element | null;
  readonly startY: number;
  readonly startScroll: number;
  y: number;
  drag: Drag;
  frame: number;
};

/**
 * Lets the user reorder rows by dragging a handle: the row follows the pointer, and the region scrolls near its edges.
 */
function useDragOrder({ count, rowHeight, onDrop }: List) {
  const held = useRef<Held>(undefined);
  const [drag, setDrag] = useState<Drag>();
  useEffect(() => () => cancelAnimationFrame(held.current?.frame ?? 0), []);
  const follow = () => {
    const it = held.current;
    if (it === undefined) return;
    const by = it.y - it.startY + (it.region?.scrollTop ?? 0) - it.startScroll;
    it.row.style.setProperty('--dy', `${by}px`);
    const to = placeAfterDrag(it.drag.from, by, { rowHeight, count });
    if (to === it.drag.to) return;
    it.drag = { ...it.drag, to };
    setDrag(it.drag);
  };
  const scroll = () => {
    const it = held.current;
    if (it === undefined) return;
    if (it.region !== null) {
      it.region.scrollTop += scrollNearEdge(it.y, it.region.getBoundingClientRect());
      follow();
    }
    it.frame = requestAnimationFrame(scroll);
  };
  const letGo = () => {
    const it = held.current;
    held.current = undefined;
    if (it === undefined) return undefined;
    cancelAnimationFrame(it.frame);
    it.row.style.removeProperty('--dy');
    setDrag(undefined);
    return it.drag;
  };
  return {
    drag,
    handle: (key: string, from: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const row = event.currentTarget.closest<HTMLElement>('.reorder__i');
        if (row === null || event.button !== 0 || held.current !== undefined) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const region = row.closest('.scroll');
        const y = event.clientY;
        const begun = { key, from, to: from };
        held.current = { row, region, startY: y, startScroll: region?.scrollTop ?? 0, y, drag: begun, frame: 0 };
        held.current.frame = requestAnimationFrame(scroll);
        setDrag(begun);
      },
      onPointerMove: ({ clientY }: PointerEvent<HTMLElement>) => {
        if (held.current === undefined) return;
        held.current.y = clientY;
        follow();
      },
      onPointerUp: () => {
        const dropped = letGo();
        if (dropped !== undefined && dropped.to !== dropped.from) onDrop(dropped);
      },
      onPointerCancel: letGo,
      onLostPointerCapture: letGo,
    }),
  };
}
