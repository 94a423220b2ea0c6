import { useHold } from '@app/ui';

const symbolAt = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-symbol]')?.dataset.symbol : undefined;

/** Returns handlers for the element around the rows: a long press on a row opens its actions. */
export const useRowHold = (onHold: (symbol: string) => void) => useHold(symbolAt, onHold);
