/**
 * Pixels from one bar to the next. The library draws bodies in whole pixels, and 7 leaves the spacing of the design.
 */
export const BAR_SPACE = 7;
export const BAR_SPACE_MIN = 1.5;
export const BAR_SPACE_MAX = 40;

const STEP = 1.4;

/** Returns the scale factor of one press of a zoom button, cut off at the limits; 1 once a limit is reached. */
export function zoomScale(barSpace: number, direction: 'in' | 'out'): number {
  const wanted = direction === 'in' ? barSpace * STEP : barSpace / STEP;
  return Math.min(Math.max(wanted, BAR_SPACE_MIN), BAR_SPACE_MAX) / barSpace;
}

/** Share of the width one press scrolls; the rest stays visible for orientation. */
const PAGE = 0.6;

export const pageDistance = (width: number): number => Math.round(width * PAGE);

const DOUBLE_MS = 300;
const DOUBLE_PX = 24;

type Tap = { readonly x: number; readonly y: number; readonly time: number };

/** Whether two taps make a double tap. */
export const isDoubleTap = (first: Tap | undefined, second: Tap): boolean =>
  first !== undefined &&
  second.time - first.time < DOUBLE_MS &&
  Math.hypot(second.x - first.x, second.y - first.y) < DOUBLE_PX;
