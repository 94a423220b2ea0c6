import type { KlineBar } from './kline-source.ts';

/** Both runs as one, oldest first; where both have a bar of the same start, the second run's counts. */
export function mergeBars(under: readonly KlineBar[], over: readonly KlineBar[]): readonly KlineBar[] {
  const start = over[0]?.time;
  if (start === undefined) return under;
  const shared = placeOf(under, start);
  const byTime = new Map([...under.slice(shared), ...over].map((bar) => [bar.time, bar]));
  return [...under.slice(0, shared), ...[...byTime.values()].sort((a, b) => a.time - b.time)];
}

export type BarChange =
  | { readonly kind: 'nothing' }
  /** Only the end of the series moved: its last bar, or bars after it. */
  | { readonly kind: 'end'; readonly bars: readonly KlineBar[] }
  /** A bar before the last one changed, or one that was missing came. */
  | { readonly kind: 'inside' };

/** What is new in a run of bars, seen from those that are drawn. What lies before the first is a matter of loading. */
export function barChange(drawn: readonly KlineBar[], run: readonly KlineBar[]): BarChange {
  const first = drawn[0]?.time ?? Number.NEGATIVE_INFINITY;
  const last = drawn.at(-1)?.time ?? Number.NEGATIVE_INFINITY;
  const changed = run.filter((bar) => bar.time >= first && !isSame(barAt(drawn, bar.time), bar));
  if (changed.length === 0) return { kind: 'nothing' };
  return changed.every(({ time }) => time >= last) ? { kind: 'end', bars: changed } : { kind: 'inside' };
}

/** The bar that began at a moment. */
export function barAt(bars: readonly KlineBar[], time: number): KlineBar | undefined {
  const bar = bars[placeOf(bars, time)];
  return bar?.time === time ? bar : undefined;
}

/** How many bars began before a moment. */
export const placeOf = (bars: readonly { readonly time: number }[], time: number): number =>
  placeAmong(bars, ({ time: start }) => start, time);

/** The same of bars that call their start something else. */
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
