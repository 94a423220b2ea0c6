/** Pixels from one bar to the next. The library draws a body as whole pixels, and 7 leaves it the air of the design. */
export const BAR_SPACE = 7;
export const BAR_SPACE_MIN = 1.5;
export const BAR_SPACE_MAX = 40;

const STEP = 1.4;

/** By how much one press of a zoom button scales; at the limits what is left to them, and 1 beyond. */
export function zoomScale(barSpace: number, direction: 'in' | 'out'): number {
  const wanted = direction === 'in' ? barSpace * STEP : barSpace / STEP;
  return Math.min(Math.max(wanted, BAR_SPACE_MIN), BAR_SPACE_MAX) / barSpace;
}

/** Most of what is seen goes by, and some stays, so that the eye keeps its place. */
const PAGE = 0.6;

export const pageDistance = (width: number): number => Math.round(width * PAGE);

const DOUBLE_MS = 300;
const DOUBLE_PX = 24;

type Tap = { readonly x: number; readonly y: number; readonly time: number };

/** Whether a second tap belongs to the first. */
export const isDoubleTap = (first: Tap | undefined, second: Tap): boolean =>
  first !== undefined &&
  second.time - first.time < DOUBLE_MS &&
  Math.hypot(second.x - first.x, second.y - first.y) < DOUBLE_PX;
