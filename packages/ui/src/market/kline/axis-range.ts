/** Share of the candles' range by which a level may widen it: candles never become flat. */
const STRETCH = 0.75;

/** Returns the range of the price axis: that of the candles, and the levels near enough to be shown with them. */
export function stretchRange(from: number, to: number, levels: readonly number[]): readonly [from: number, to: number] {
  const reach = (to - from) * STRETCH;
  const near = levels.filter((level) => level >= from - reach && level <= to + reach);
  return [Math.min(from, ...near), Math.max(to, ...near)];
}
