import type { KlineBar } from './kline-source.ts';

/** Merges both runs, oldest first; if both have a bar with the same start, the second run's wins. */
export function mergeBars(under: readonly KlineBar[], over: readonly KlineBar[]): readonly KlineBar[] {
  const start = over[0]?.time;
  if (start === undefined) return under;
  const shared = placeOf(under, start);
  const byTime = new Map([...under.slice(shared), ...over].map((bar) => [bar.time, bar]));
  return [...under.slice(0, shared), ...[...byTime.values()].sort((a, b) => a.time - b.time)];
}

export type BarChange =
  | { readonly kind: 'nothing' }
  /** Only the end of the series changed: its last bar, or bars after it. */
  | { readonly kind: 'end'; readonly bars: readonly KlineBar[] }
  /** A bar before the last one changed, or a missing one arrived. */
  | { readonly kind: 'inside' };

/**
 * Returns how a run of bars differs from the drawn ones. Bars before the first drawn one are ignored, because history
 * is loaded separately.
 */
export function barChange(drawn: readonly KlineBar[], run: readonly KlineBar[]): BarChange {
  const first = drawn[0]?.time ?? Number.NEGATIVE_INFINITY;
  const last = drawn.at(-1)?.time ?? Number.NEGATIVE_INFINITY;
  const changed = run.filter((bar) => bar.time >= first && !isSame(barAt(drawn, bar.time), bar));
  if (changed.length === 0) return { kind: 'nothing' };
  return changed.every(({ time }) => time >= last) ? { kind: 'end', bars: changed } : { kind: 'inside' };
}

/** Returns the bar that began at a time. */
export function barAt(bars: readonly KlineBar[], time: number): KlineBar | undefined {
  const bar = bars[placeOf(bars, time)];
  return bar?.time === time ? bar : undefined;
}

/** Returns how many bars began before a time. */
export const placeOf = (bars: readonly { readonly time: number }[], time: number): number =>
  placeAmong(bars, ({ time: start }) => start, time);

/** Does the same for bars whose start is in another field. */
export function placeAmong<Bar>(bars: readonly Bar[], startOf: (bar: Bar) => number, time: number): number {
  let low = 0;
  let high = bars.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const bar = bars[middle];
    if (bar !== undefined && startOf(bar) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

const isSame = (known: KlineBar | undefined, bar: KlineBar) =>
  known !== undefined &&
  known.open === bar.open &&
  known.high === bar.high &&
  known.low === bar.low &&
  known.close === bar.close &&
  known.volume === bar.volume;
