/** A percent slider reads like a tide staff: a graduation every quarter, and the finger settles on it when near. */
export const QUARTERS = [0, 25, 50, 75, 100] as const;
const NEAR = 2;

/** What a dragged finger means: the graduation within two points of it, else the whole point under it. */
export function settlePercent(raw: number): number {
  const point = Math.round(Math.min(100, Math.max(0, raw)));
  return QUARTERS.find((mark) => Math.abs(mark - point) <= NEAR) ?? point;
}

/** The graduation a move arrives at or passes, so that a device can tick once for it. */
export function markPassed(from: number, to: number): number | undefined {
  const [low, high] = from < to ? [from, to] : [to, from];
  const passed = QUARTERS.filter((mark) => mark !== from && mark >= low && mark <= high);
  return to > from ? passed.at(-1) : passed[0];
}
