import type { Period } from '@app/domain/market';
import type { KlineBar, KlineSource } from '@app/ui';
import { barsBefore, barsSince, endOfBar, type FetchBars } from './candle-pages.ts';
import { createCandleSeries } from './candle-series.ts';

type Bars = readonly KlineBar[];

/** What a source needs of the world. */
export type CandleDeps = {
  readonly key: string;
  readonly period: Period;
  readonly fetchBars: FetchBars<KlineBar>;
  readonly listen: (onChange: () => void) => () => void;
  /** What the channel has told since its start; nothing while it is not live. The same bar is the same object. */
  readonly liveBars: () => Bars | undefined;
  readonly now: () => number;
  /** Answers how to call it off. */
  readonly later: (act: () => void, ms: number) => () => void;
};

/** Bars of one market and period for a chart, and all of them at once for a table. */
export type CandleSource = KlineSource & {
  /** Asks for the newest bars before the chart is there to do so. */
  readonly begin: () => void;
  readonly bars: () => Bars;
};

const FIRST_BARS = 300;
const PAGE_BARS = 500;
const RETRY_MS = 1_000;
const RETRY_MS_MAX = 30_000;
/** Bars that are there do not wait any longer for those before them; these are put in their place when they come. */
const HELD_MS = 3_000;
/** The server stores bars every five seconds; what fell between an answer and the channel is there by then. */
const SETTLED_MS = 8_000;
/** What was asked for ahead is used by the chart that opens now, not by a later one. */
const AHEAD_MS = 30_000;

/** Joins what is asked for with what is heard, so that a chart has no gap, whatever breaks in between. */
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
  /** Begins with the first bar that waits, and ends with the gap. */
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
  /** While bars are missing before them, new ones wait: late by one answer beats a hole. A failure waits for nothing. */
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
  /** For a page, which its asker is given. One failure is not the chart's end. */
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
  /** What was known when nobody listened any more may lie far back: the newest bars would leave a hole behind them. */
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
    if (from !== undefined) void catchUp(from).catch(() => undefined); // Only to be sure.
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
    begin: () => void fetchNewest().catch(() => undefined), // The chart asks again, and says what it was told.
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
