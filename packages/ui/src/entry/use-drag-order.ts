import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { placeAfterDrag, scrollNearEdge } from './reorder.ts';

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
export function useDragOrder({ count, rowHeight, onDrop }: List) {
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
