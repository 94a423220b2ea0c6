import { type FocusEvent, type KeyboardEvent, type PointerEvent, type RefObject, useCallback, useRef } from 'react';
import { tick } from '../../entry/haptics.ts';
import { useHold } from '../../entry/use-hold.ts';
import { rowAfter } from './book-keys.ts';
import type { BookPosition } from './book-source.ts';
import type { BookStage } from './book-stage.ts';

/** Said of a book that keys are on no level of. */
export const NO_LEVEL = '—';

type Handlers = { onPick: (level: BookPosition) => void; onHold: (level: BookPosition) => void };

/** Fingers, mice and keys on a book. What counts is the level that was there when the finger came down, not when it left. */
export function useLevelPress(stage: RefObject<BookStage | undefined>, { onPick, onHold }: Handlers) {
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
      aimed.current = stage.current?.levelAt({ x: clientX - left, y: clientY - top });
    },
    onClick: () => act(onPick),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      hold.onKeyDown();
      if (event.key === 'Enter' || event.key === ' ') act(onPick);
      else if (!moveCursor(stage.current, event)) return;
      else aimed.current = stage.current?.cursor && stage.current.levelOf(stage.current.cursor);
      event.preventDefault();
    },
    onBlur: ({ currentTarget }: FocusEvent<HTMLElement>) => {
      if (stage.current?.cursor === undefined) return;
      stage.current.cursor = undefined;
      currentTarget.setAttribute('aria-valuetext', NO_LEVEL);
    },
  };
}

/** Moves to another row and says what is there; the words are of this moment, as is what Enter takes. */
function moveCursor(stage: BookStage | undefined, { key, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  if (stage === undefined) return false;
  const { bid, ask } = stage.rows;
  const next = rowAfter(key, stage.cursor, { bid: bid.length, ask: ask.length });
  if (next === undefined) return false;
  stage.cursor = next;
  const row = stage.rows[next.side][next.index];
  currentTarget.setAttribute('aria-valuenow', String(next.side === 'ask' ? next.index + 1 : -1 - next.index));
  currentTarget.setAttribute('aria-valuetext', `${row?.priceText ?? ''} · ${row?.amountText ?? ''}`);
  return true;
}
