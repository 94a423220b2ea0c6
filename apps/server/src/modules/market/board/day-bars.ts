import {
  addTick,
  barStart,
  type Candle,
  type DayFigures,
  type DaySpark,
  dayFigures,
  daySpark,
  type Period,
  type Tick,
} from '@app/domain/market';
import { add, max, min } from '@app/money';

/** Step in which the 24-hour window advances. */
export const DAY_PERIOD: Period = '5min';
export const DAY_MS = 24 * 3_600_000;

/** The last 24 hours of one market, readable after every tick. */
export type DayBars = {
  take(tick: Tick): void;
  /** Adds bars earlier than any it has. */
  prepend(candles: readonly Candle[]): void;
  figures(nowMs: number): DayFigures | undefined;
  spark(nowMs: number): DaySpark | undefined;
};

/** Creates the day's bars. Finished bars are merged once per time step, so that a read covers two bars and not 288. */
export function createDayBars(candles: readonly Candle[]): DayBars {
  let finished = candles.slice(0, -1);
  let newest = candles.at(-1);
  let joined: Candle | undefined;
  let joinedAtMs = Number.NaN;
  const join = (stepMs: number) => {
    if (stepMs === joinedAtMs) return joined;
    joined = joinAll(finished.filter(({ startMs }) => startMs >= stepMs - DAY_MS));
    joinedAtMs = stepMs;
    return joined;
  };
  return {
    take: (tick) => {
      const next = addTick(newest, tick, DAY_PERIOD);
      if (newest !== undefined && next.startMs !== newest.startMs) {
        // By tick time, which never goes back: the caller's clock may be wrong for a moment.
        finished = [...finished, newest].filter(({ startMs }) => startMs >= next.startMs - DAY_MS);
        joinedAtMs = Number.NaN;
      }
      newest = next;
    },
    prepend: (earlier) => {
      finished = [...earlier, ...finished];
      joinedAtMs = Number.NaN;
    },
    figures: (nowMs) => {
      if (newest === undefined) return undefined;
      const stepMs = Math.max(barStart(DAY_PERIOD, nowMs), newest.startMs); // A clock may lag behind a tick.
      const before = join(stepMs);
      return dayFigures(before === undefined ? [newest] : [before, newest], { price: newest.close, nowMs: stepMs });
    },
    spark: (nowMs) => newest && daySpark([...finished, newest], Math.max(barStart(DAY_PERIOD, nowMs), newest.startMs)),
  };
}

function joinAll([first, ...rest]: readonly Candle[]): Candle | undefined {
  let all = first;
  for (const { high, low, close, volume } of rest)
    if (all !== undefined)
      all = { ...all, high: max(all.high, high), low: min(all.low, low), close, volume: add(all.volume, volume) };
  return all;
}
