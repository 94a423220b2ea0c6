import { type MouseEvent, type TouchEvent, useMemo, useRef } from 'react';

const HELD_MS = 500;
const MOVED_PX = 10;

type Held = { readonly timer: ReturnType<typeof setTimeout>; readonly x: number; readonly y: number };

/**
 * Detects a long press, a right click or the menu key on an element or, delegated, on its descendants. `find` returns
 * the item that was held, if any. The click that ends a hold is suppressed.
 */
export function useHold<Thing>(find: (target: EventTarget) => Thing | undefined, onHold: (thing: Thing) => void) {
  const held = useRef<Held>(undefined);
  const hasActed = useRef(false);
  return useMemo(() => {
    const letGo = () => {
      clearTimeout(held.current?.timer);
      held.current = undefined;
    };
    const act = (thing: Thing) => {
      letGo();
      if (!hasActed.current) onHold(thing);
      hasActed.current = true;
    };
    return {
      onTouchStart: ({ target, touches }: TouchEvent) => {
        letGo();
        const finger = touches[0];
        const thing = find(target);
        if (finger === undefined || thing === undefined || touches.length > 1) return;
        held.current = { timer: setTimeout(act, HELD_MS, thing), x: finger.clientX, y: finger.clientY };
      },
      onTouchMove: ({ touches: { 0: finger } }: TouchEvent) => {
        const from = held.current;
        if (from === undefined || finger === undefined) return;
        if (Math.hypot(finger.clientX - from.x, finger.clientY - from.y) > MOVED_PX) letGo();
      },
      onTouchEnd: letGo,
      onTouchCancel: letGo,
      // Not onMouseDown: browsers emit a synthetic one when the finger is lifted, just before the click.
      onPointerDown: () => {
        hasActed.current = false;
      },
      onKeyDown: () => {
        hasActed.current = false;
      },
      onContextMenu: (event: MouseEvent) => {
        const thing = find(event.target);
        if (thing === undefined) return;
        event.preventDefault();
        act(thing);
      },
      onClickCapture: (event: MouseEvent) => {
        if (!hasActed.current) return;
        hasActed.current = false;
        if (find(event.target) === undefined) return;
        event.preventDefault();
        event.stopPropagation();
      },
    };
  }, [find, onHold]);
}
