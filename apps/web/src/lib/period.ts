import { dayBegin, dayOf, daysBefore, isDay } from './zoned-days.ts';

/** Presets in days, today included. */
export const PRESETS = ['1', '7', '30'] as const;
type Preset = (typeof PRESETS)[number];

/** Filter period: the last days up to today, or a range of days, both ends included. */
export type Period =
  | { readonly kind: 'last'; readonly days: Preset }
  | { readonly kind: 'range'; readonly from: string; readonly to: string };

/** Reads a period from a page's URL. */
export function readPeriod(address: URLSearchParams): Period | undefined {
  const days = PRESETS.find((preset) => preset === address.get('days'));
  if (days !== undefined) return { kind: 'last', days };
  const from = address.get('from') ?? '';
  const to = address.get('to') ?? '';
  return isDay(from) && isDay(to) && from <= to ? { kind: 'range', from, to } : undefined;
}

/** Returns a period as URL fields. */
export const writePeriod = (period: Period | undefined): Record<string, string> => ({
  ...(period?.kind === 'last' && { days: period.days }),
  ...(period?.kind === 'range' && { from: period.from, to: period.to }),
});

type Within = { readonly from?: number; readonly to?: number };

/**
 * Converts days in the user's time zone to timestamps: from midnight of the first day to the midnight after the last.
 */
export function boundsOf(period: Period | undefined, now: number, timeZone: string): Within {
  if (period === undefined) return {};
  if (period.kind === 'last') {
    const first = daysBefore(dayOf(now, timeZone), Number(period.days) - 1);
    return { from: dayBegin(first, timeZone) };
  }
  return { from: dayBegin(period.from, timeZone), to: dayBegin(daysBefore(period.to, -1), timeZone) };
}
