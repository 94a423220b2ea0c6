/** Graduations of a percent slider: one every quarter, like a tide staff; a drag snaps to one when near. */
export const QUARTERS = [0, 25, 50, 75, 100] as const;
const NEAR = 2;

/** Returns the percent of a drag: the graduation within two points of it, else the nearest whole point. */
export function settlePercent(raw: number): number {
  const point = Math.round(Math.min(100, Math.max(0, raw)));
  return QUARTERS.find((mark) => Math.abs(mark - point) <= NEAR) ?? point;
}

/** Returns the graduation a move reaches or passes, so that a device can tick once for it. */
export function markPassed(from: number, to: number): number | undefined {
  const [low, high] = from < to ? [from, to] : [to, from];
  const passed = QUARTERS.filter((mark) => mark !== from && mark >= low && mark <= high);
  return to > from ? passed.at(-1) : passed[0];
}
