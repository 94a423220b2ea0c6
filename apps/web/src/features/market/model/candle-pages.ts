import { barEnd, barStart, type Period } from '@app/domain/market';

type Timed = { readonly time: number };
/** Bars between two moments, oldest first; at most the newest so many. */
export type FetchBars<Bar extends Timed> = (fromMs: number, toMs: number) => Promise<readonly Bar[]>;

/** A night or a weekend has no bars: an empty page is asked for again with so much more time, then with all of it. */
const WIDER = 8;

/** The end of the bar that holds a moment. */
export const endOfBar = (period: Period, atMs: number): number => barEnd(period, barStart(period, atMs));

/** About so many bars before a moment; none only where there are none at all. */
export async function barsBefore<Bar extends Timed>(
  fetchBars: FetchBars<Bar>,
  { period, beforeMs, count }: { readonly period: Period; readonly beforeMs: number; readonly count: number },
): Promise<readonly Bar[]> {
  const spanMs = count * (endOfBar(period, beforeMs) - barStart(period, beforeMs));
  for (const fromMs of [beforeMs - spanMs, beforeMs - spanMs * WIDER, 0]) {
    const bars = await fetchBars(Math.max(0, fromMs), beforeMs - 1);
    if (bars.length > 0 || fromMs <= 0) return bars;
  }
  return [];
}

/** Every bar from a known one to the end. An answer is cut at its oldest end: what a long absence missed takes several. */
export async function barsSince<Bar extends Timed>(
  fetchBars: FetchBars<Bar>,
  fromMs: number,
  endMs: number,
): Promise<readonly Bar[]> {
  const bars = await fetchBars(fromMs, endMs);
  const [oldest] = bars;
  if (oldest === undefined || oldest.time <= fromMs) return bars;
  return [...(await barsSince(fetchBars, fromMs, oldest.time - 1)), ...bars];
}
