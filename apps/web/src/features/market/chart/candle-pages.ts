import { barEnd, barStart, type Period } from '@app/domain/market';

type Timed = { readonly time: number };
/** Fetches bars between two times, oldest first; the response is limited to the newest of them. */
export type FetchBars<Bar extends Timed> = (fromMs: number, toMs: number) => Promise<readonly Bar[]>;

/**
 * A night or a weekend has no bars: an empty page is requested again over this many times the range, then over all
 * history.
 */
const WIDER = 8;

/** Returns the end of the bar that contains a time. */
export const endOfBar = (period: Period, atMs: number): number => barEnd(period, barStart(period, atMs));

/** Returns about `count` bars before a time; none only if there are none at all. */
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

/**
 * Returns every bar from a known one to the end. A response is cut at its oldest end, so a long absence takes several
 * requests.
 */
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
