import { type FocusEvent, type KeyboardEvent, type PointerEvent, type RefObject, useCallback, useRef } from 'react';
import { tick } from '../../entry/haptics.ts';
import { useHold } from '../../entry/use-hold.ts';
import { rowAfter } from './book-keys.ts';
import type { BookRenderer } from './book-renderer.ts';
import type { BookPosition } from './book-source.ts';

/** aria-valuetext when the keyboard has selected no level. */
export const NO_LEVEL = '—';

type Handlers = { onPick: (level: BookPosition) => void; onHold: (level: BookPosition) => void };

/**
 * Handles touch, mouse and keyboard on an order book. The level under the pointer when it went down counts, not the one
 * when it was released.
 */
export function useLevelPress(renderer: RefObject<BookRenderer | undefined>, { onPick, onHold }: Handlers) {
  const aimed = useRef<BookPosition>(undefined);
  const find = useCallback(() => aimed.current, []);
  const act = (use: (level: BookPosition) => void) => {
    if (aimed.current === undefined) return;
    tick();
    use(aimed.current);
  };
  const hold = useHold(find, () => act(onHold));
  return {
    ...hold,
    onPointerDownCapture: ({ clientX, clientY, currentTarget }: PointerEvent) => {
      const { left, top } = currentTarget.getBoundingClientRect();
      aimed.current = renderer.current?.levelAt({ x: clientX - left, y: clientY - top });
    },
    onClick: () => act(onPick),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      hold.onKeyDown();
      if (event.key === 'Enter' || event.key === ' ') act(onPick);
      else if (!moveCursor(renderer.current, event)) return;
      else aimed.current = renderer.current?.cursor && renderer.current.levelOf(renderer.current.cursor);
      event.preventDefault();
    },
    onBlur: ({ currentTarget }: FocusEvent<HTMLElement>) => {
      if (renderer.current?.cursor === undefined) return;
      renderer.current.cursor = undefined;
      currentTarget.setAttribute('aria-valuetext', NO_LEVEL);
    },
  };
}

/**
 * Moves to another row and sets its text for screen readers; both the text and what Enter picks are fixed at this
 * moment.
 */
function moveCursor(renderer: BookRenderer | undefined, { key, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  if (renderer === undefined) return false;
  const { bid, ask } = renderer.rows;
  const next = rowAfter(key, renderer.cursor, { bid: bid.length, ask: ask.length });
  if (next === undefined) return false;
  renderer.cursor = next;
  const row = renderer.rows[next.side][next.index];
  currentTarget.setAttribute('aria-valuenow', String(next.side === 'ask' ? next.index + 1 : -1 - next.index));
  currentTarget.setAttribute('aria-valuetext', `${row?.priceText ?? ''} · ${row?.amountText ?? ''}`);
  return true;
}
