import type { ZoneClock } from './zone-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30.4 * DAY;
/** Offset of Monday: 1 January 1970 was a Thursday, and weeks begin on Mondays. */
const MONDAY = 3;

/** Average length of a step, and the interval of that step a time is in, both in local time. */
type Step = { readonly ms: number; readonly stretch: (local: number) => number };

const times = (ms: number): Step => ({ ms, stretch: (local) => Math.floor(local / ms) });
const days = (count: number, from = 0): Step => ({
  ms: count * DAY,
  stretch: (local) => Math.floor((Math.floor(local / DAY) + from) / count),
});
const months = (count: number): Step => ({
  ms: count * MONTH,
  stretch: (local) => Math.floor(monthOf(local) / count),
});
const monthOf = (local: number) => {
  const date = new Date(local);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};

const STEPS: readonly Step[] = [
  ...[1, 5, 15, 30].map((count) => times(count * MINUTE)),
  ...[1, 2, 4, 6, 12].map((count) => times(count * HOUR)),
  days(1),
  days(2),
  days(7, MONDAY),
  days(14, MONDAY),
  ...[1, 2, 3, 6, 12, 24, 60, 120].map(months),
];

/** Format of a tick: the hour, or the larger unit that has just changed. */
export type TickKind = 'hour' | 'day' | 'month' | 'year';
export type TimeTick = { readonly index: number; readonly time: number; readonly kind: TickKind };

type View = {
  /** Start times of the bars from the first visible one, preceded by the bar before it if there is one. */
  readonly starts: readonly number[];
  readonly barMs: number;
  /** Number of bars a label needs. */
  readonly gap: number;
  readonly clock: ZoneClock;
};

/**
 * Returns the labels of the time axis: at the first bar of every round interval, the finest one whose labels fit. A
 * label stays at its bar while the chart is scrolled, and days begin at local midnight.
 */
export function timeTicks({ starts, barMs, gap, clock }: View): readonly TimeTick[] {
  const step = STEPS.find(({ ms }) => ms / barMs >= gap) ?? STEPS.at(-1);
  const ticks: TimeTick[] = [];
  for (let index = 1; index < starts.length; index += 1) {
    const time = starts[index] ?? 0;
    const before = clock(starts[index - 1] ?? 0);
    const local = clock(time);
    if (step === undefined || step.stretch(local) === step.stretch(before)) continue;
    // Bars can be missing, which makes intervals shorter than they should be.
    if (index - (ticks.at(-1)?.index ?? Number.NEGATIVE_INFINITY) < gap) continue;
    ticks.push({ index, time, kind: kindOf(before, local, step) });
  }
  return ticks;
}

/**
 * Returns the largest unit that changed since the previous label: at most one interval ago, or since the previous bar.
 */
function kindOf(before: number, local: number, step: Step): TickKind {
  const last = step.ms < MONTH ? Math.min(before, local - step.ms) : before;
  const old = new Date(last);
  const now = new Date(local);
  if (old.getUTCFullYear() !== now.getUTCFullYear()) return 'year';
  if (step.ms >= MONTH) return 'month';
  return step.ms >= DAY || old.getUTCDate() !== now.getUTCDate() ? 'day' : 'hour';
}

const UNIT_MS = { minute: MINUTE, hour: HOUR, day: DAY, week: 7 * DAY, month: MONTH } as const;

export const periodMs = ({ unit, count }: { unit: keyof typeof UNIT_MS; count: number }): number =>
  UNIT_MS[unit] * count;
