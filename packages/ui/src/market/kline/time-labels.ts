import type { KlinePeriod } from './kline-source.ts';
import type { TickKind } from './time-ticks.ts';

export type TimeLabels = {
  /** Formats an axis label: 14:00, 14 Nov, Nov, 2026. */
  readonly tick: (time: number, kind: TickKind) => string;
  /** Formats a bar's start, as precisely as its period needs. */
  readonly moment: (time: number) => string;
};

const HOURS = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const DATE = { day: 'numeric', month: 'short' } as const;

const TICKS = {
  hour: HOURS,
  day: DATE,
  month: { month: 'short' },
  year: { year: 'numeric' },
} as const satisfies Record<TickKind, Intl.DateTimeFormatOptions>;

const MOMENTS = {
  minute: { ...DATE, ...HOURS },
  hour: { ...DATE, ...HOURS },
  day: { ...DATE, year: 'numeric' },
  week: { ...DATE, year: 'numeric' },
  month: { month: 'short', year: 'numeric' },
} as const satisfies Record<KlinePeriod['unit'], Intl.DateTimeFormatOptions>;

/**
 * Returns the formatters of the time axis. Calendar and digits are the same as for every other date in the app, in Thai
 * as well.
 */
export function timeLabels(locale: string, timeZone: string, unit: KlinePeriod['unit']): TimeLabels {
  const common = { timeZone, calendar: 'gregory', numberingSystem: 'latn' };
  const language = locale === 'en' ? 'en-GB' : locale; // The app's English is British: 14 Nov.
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, { ...options, ...common });
  const ticks = Object.fromEntries(Object.entries(TICKS).map(([kind, options]) => [kind, format(options)])) as Record<
    TickKind,
    Intl.DateTimeFormat
  >;
  const moment = format(MOMENTS[unit]);
  return { tick: (time, kind) => ticks[kind].format(time), moment: (time) => moment.format(time) };
}
