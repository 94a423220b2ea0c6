import type { ZoneClock } from './zone-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30.4 * DAY;
/** The first of January 1970 was a Thursday; weeks begin on Mondays. */
const MONDAY = 3;

/** How wide a step is on the average, and in which of its stretches a moment lies; all by the clocks of the place. */
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

/** What a tick is called: the hour, or what has just changed with it. */
export type TickKind = 'hour' | 'day' | 'month' | 'year';
export type TimeTick = { readonly index: number; readonly time: number; readonly kind: TickKind };

type View = {
  /** Starts of the bars from the first visible one on, with the one before it if there is one. */
  readonly starts: readonly number[];
  readonly barMs: number;
  /** How many bars a label needs. */
  readonly gap: number;
  readonly clock: ZoneClock;
};

/**
 * Where the time axis is labelled: at the first bar of every round stretch, the finest that leaves the labels room. A
 * label stays at its bar while the chart is moved, and days begin where the place's midnight is.
 */
export function timeTicks({ starts, barMs, gap, clock }: View): readonly TimeTick[] {
  const step = STEPS.find(({ ms }) => ms / barMs >= gap) ?? STEPS.at(-1);
  const ticks: TimeTick[] = [];
  for (let index = 1; index < starts.length; index += 1) {
    const time = starts[index] ?? 0;
    const before = clock(starts[index - 1] ?? 0);
    const local = clock(time);
    if (step === undefined || step.stretch(local) === step.stretch(before)) continue;
    // Bars can be missing, and then stretches are shorter than they should be.
    if (index - (ticks.at(-1)?.index ?? Number.NEGATIVE_INFINITY) < gap) continue;
    ticks.push({ index, time, kind: kindOf(before, local, step) });
  }
  return ticks;
}

/** What has changed since the label before: at most one stretch ago, or where the bar before was. */
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
