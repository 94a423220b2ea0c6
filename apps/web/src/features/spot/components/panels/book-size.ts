import type { BookLevels } from '@app/ui';

/** Whether there is anything to draw: asked at every message, drawn again only when the answer changes. */
export const sizeOf = (levels: BookLevels | undefined) =>
  levels === undefined ? 'unknown' : levels.bids.length + levels.asks.length === 0 ? 'empty' : 'some';
