import { useHold } from '@app/ui';

const symbolAt = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-symbol]')?.dataset.symbol : undefined;

/** For the element around the rows: a row that is held asks what can be done with it. */
export const useRowHold = (onHold: (symbol: string) => void) => useHold(symbolAt, onHold);
