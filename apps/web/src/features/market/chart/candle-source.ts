import { barEnd, barStart, type Period } from '@app/domain/market';
import type { KlineBar, KlineSource } from '@app/ui';
import { createCandleSeries } from './candle-series.ts';

type Bars = readonly KlineBar[];

/** Dependencies of a candle source. */
export type CandleDeps = {
  readonly key: string;
  readonly period: Period;
  readonly fetchBars: FetchBars<KlineBar>;
  readonly listen: (onChange: () => void) => () => void;
  /**
   * Bars received on the channel since its start; undefined while it is not live. An unchanged bar is the same object.
   */
  readonly liveBars: () => Bars | undefined;
  readonly now: () => number;
  /** Returns a function that cancels the timer. */
  readonly later: (act: () => void, ms: number) => () => void;
};

/** Bars of one market and period for a chart, and all of them at once for a table. */
export type CandleSource = KlineSource & {
  /** Requests the newest bars before the chart is mounted. */
  readonly begin: () => void;
  readonly bars: () => Bars;
};

const FIRST_BARS = 300;
const PAGE_BARS = 500;
const RETRY_MS = 1_000;
const RETRY_MS_MAX = 30_000;
/** Longest time new bars wait for missing earlier ones, which are inserted when they arrive. */
const HELD_MS = 3_000;
/** The server stores bars every five seconds; by this delay it has those between a response and the channel's start. */
const SETTLED_MS = 8_000;
/** A page requested ahead is used by a chart that opens within this time, not by a later one. */
const AHEAD_MS = 30_000;

/** Merges fetched bars with channel bars, so that a chart has no gap, whatever breaks in between. */
export function createCandleSource(deps: CandleDeps): CandleSource {
  const { period, now, later } = deps;
  let series = createCandleSeries();
  let onBars: ((bars: Bars) => void) | undefined;
  let first: { readonly at: number; readonly page: Promise<Bars> } | undefined;
  let seen: Bars = [];
  let held: Bars = [];
  let isFilling = false;
  let failures = 0;
  let waiting: 'not' | 'yes' | 'enough' = 'not';
  const timers = new Set<() => void>();

  const soon = (act: () => void, ms: number) => {
    const cancel = later(() => {
      timers.delete(cancel);
      act();
    }, ms);
    timers.add(cancel);
  };
  /** Returns whether new bars are held back; starts with the first held bar and ends with the gap. */
  const isWaiting = () => {
    const hasGap = series.gap() !== undefined;
    if (!hasGap) waiting = 'not';
    if (!hasGap || failures > 0) return false;
    if (waiting === 'not') {
      waiting = 'yes';
      soon(endWait, HELD_MS);
    }
    return waiting === 'yes';
  };
  const endWait = () => {
    if (waiting === 'yes') waiting = 'enough';
    emit([]);
  };
  /**
   * Delivers bars to the chart. While earlier bars are missing, new ones are held: a delay of one response is better
   * than a gap. After a failed fetch nothing is held.
   */
  const emit = (changed: Bars) => {
    held = [...held, ...changed];
    if (onBars === undefined || isWaiting()) return;
    const received = [...new Map(held.map((bar) => [bar.time, bar])).values()].sort((a, b) => a.time - b.time);
    held = [];
    if (received.length > 0) onBars(received);
  };
  const take = async (fetching: () => Promise<Bars>) => {
    const current = series;
    const requestedAt = series.now();
    const bars = await fetching();
    return { bars, changed: current === series ? series.answer(bars, requestedAt) : [] };
  };
  /** Fetches a page for its caller, with one retry. */
  const takePage: FetchBars<KlineBar> = async (fromMs, toMs) => {
    const fetchBars = () => take(() => deps.fetchBars(fromMs, toMs));
    const again = () => new Promise<void>((go) => void later(go, RETRY_MS)).then(fetchBars);
    return (await fetchBars().catch(again)).bars;
  };
  const catchUp = async (fromMs: number) => {
    const { changed } = await take(() => barsSince(deps.fetchBars, fromMs, endOfBar(period, now())));
    emit(changed);
  };
  const fill = async (): Promise<void> => {
    const gap = series.gap();
    if (gap === undefined || isFilling || onBars === undefined) return;
    isFilling = true;
    await catchUp(gap.from).catch(() => undefined);
    isFilling = false;
    failures = series.gap() === undefined ? 0 : failures + 1;
    emit([]);
    if (failures > 0) soon(() => void fill(), Math.min(RETRY_MS * 2 ** (failures - 1), RETRY_MS_MAX));
  };
  const onLive = () => {
    const received = deps.liveBars();
    if (received === undefined || received.length === 0) {
      series.breakOff();
      seen = [];
      return;
    }
    const known = new Set(seen);
    const isStart = seen.length === 0 || isAfter(received, series.receivedTo());
    emit(isStart ? series.start(received) : series.applyLive(received.filter((bar) => !known.has(bar))));
    seen = received;
    void fill();
  };
  /**
   * Requests the newest bars. Without a listener the series starts again, because its last known bars may be old and
   * would leave a gap.
   */
  const fetchNewest = (): Promise<Bars> => {
    if (first !== undefined && now() - first.at < AHEAD_MS) return first.page;
    if (onBars === undefined) {
      series = createCandleSeries();
      seen = [];
    }
    const page = barsBefore(takePage, { period, beforeMs: endOfBar(period, now()), count: FIRST_BARS });
    first = { at: now(), page };
    page.catch(() => {
      first = undefined;
    });
    return page;
  };
  const loadNewest = async () => {
    await fetchNewest();
    await Promise.race([fill(), new Promise<void>((go) => void later(go, HELD_MS))]);
    const bars = series.bars();
    return { bars, isFirst: bars.length === 0 };
  };
  const settle = () => {
    const from = series.bars().at(-2)?.time;
    if (from !== undefined) void catchUp(from).catch(() => undefined); // Precaution only.
  };
  const stopListening = () => {
    onBars = undefined;
    series.breakOff();
    seen = [];
    held = [];
    failures = 0;
    waiting = 'not';
    for (const cancel of timers) cancel();
    timers.clear();
  };
  return {
    key: deps.key,
    begin: () => void fetchNewest().catch(() => undefined), // The chart retries and reports the failure.
    bars: () => series.bars(),
    load: async (before) => {
      if (before === undefined) return await loadNewest();
      const bars = await barsBefore(takePage, { period, beforeMs: before, count: PAGE_BARS });
      return { bars, isFirst: bars.length === 0 };
    },
    listen: (onUpdate) => {
      onBars = onUpdate;
      const stop = deps.listen(onLive);
      onLive();
      soon(settle, SETTLED_MS);
      return () => {
        stop();
        stopListening();
      };
    },
  };
}

const isAfter = (received: Bars, receivedTo: number | undefined) =>
  receivedTo !== undefined && received[0] !== undefined && received[0].time > receivedTo;

type Timed = { readonly time: number };
/** Fetches bars between two times, oldest first; the response is limited to the newest of them. */
type FetchBars<Bar extends Timed> = (fromMs: number, toMs: number) => Promise<readonly Bar[]>;

/**
 * A night or a weekend has no bars: an empty page is requested again over this many times the range, then over all
 * history.
 */
const WIDER = 8;

/** Returns the end of the bar that contains a time. */
const endOfBar = (period: Period, atMs: number): number => barEnd(period, barStart(period, atMs));

/** Returns about `count` bars before a time; none only if there are none at all. */
async function barsBefore<Bar extends Timed>(
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
async function barsSince<Bar extends Timed>(
  fetchBars: FetchBars<Bar>,
  fromMs: number,
  endMs: number,
): Promise<readonly Bar[]> {
  const bars = await fetchBars(fromMs, endMs);
  const [oldest] = bars;
  if (oldest === undefined || oldest.time <= fromMs) return bars;
  return [...(await barsSince(fetchBars, fromMs, oldest.time - 1)), ...bars];
}
