/** Marks of the slider: each step about doubles the leverage, so low ones have as much room as high ones. */
const MARKS = [1, 2, 5, 10, 20, 50, 100, 200] as const;

/** Leverage above which a small move closes a position, and the user is asked to acknowledge it. */
export const CALM_MAX = 10;

/** Returns the marks up to the highest leverage, which is always the last. */
export const marksUpTo = (highest: number): readonly number[] => [...MARKS.filter((mark) => mark < highest), highest];

/** Returns where a leverage stands on the slider, from 0 to 1: marks at equal distances, straight between them. */
export function placeOf(leverage: number, marks: readonly number[]): number {
  const next = marks.findIndex((mark) => mark >= leverage);
  if (next <= 0) return next === 0 ? 0 : 1;
  const from = marks[next - 1] ?? 1;
  const to = marks[next] ?? from;
  return (next - 1 + (leverage - from) / (to - from)) / (marks.length - 1);
}

/** Returns the leverage at a place of the slider: that of a mark close by, else the nearest whole one. */
export function leverageAt(place: number, marks: readonly number[]): number {
  const steps = marks.length - 1;
  const at = Math.min(Math.max(place, 0), 1) * steps;
  const near = Math.round(at); // tidy: not money
  const nearest = marks[near];
  if (nearest !== undefined && Math.abs(at - near) < 0.08) return nearest;
  const before = Math.min(Math.floor(at), steps - 1); // tidy: not money
  const from = marks[before] ?? 1;
  const to = marks[before + 1] ?? from;
  return Math.round(from + (at - before) * (to - from)); // tidy: not money
}
