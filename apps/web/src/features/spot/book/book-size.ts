import type { BookLevels } from '@app/ui';

/** Returns whether there is anything to draw; evaluated at every update, rerendered only on change. */
export const sizeOf = (levels: BookLevels | undefined) =>
  levels === undefined ? 'unknown' : levels.bids.length + levels.asks.length === 0 ? 'empty' : 'some';
