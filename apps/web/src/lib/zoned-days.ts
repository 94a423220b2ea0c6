const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reports whether a text is a day as a date input writes it, `2026-03-01`. */
export const isDay = (text: string): boolean => DAY.test(text) && !Number.isNaN(Date.parse(text));

/** Returns the day of a timestamp in a time zone. */
export function dayOf(ms: number, timeZone: string): string {
  return new Date(ms + offsetAt(ms, timeZone)).toISOString().slice(0, 10);
}

/** Returns the day a number of days before; a negative count gives days after. */
export const daysBefore = (day: string, count: number): string =>
  new Date(Date.parse(day) - count * DAY_MS).toISOString().slice(0, 10);

/**
 * Returns the first moment of a day in a time zone. Clocks may change during the day or at midnight itself; the day
 * then begins after the change.
 */
export function dayBegin(day: string, timeZone: string): number {
  const wall = Date.parse(day);
  const moments = [wall - DAY_MS, wall + DAY_MS].map((near) => wall - offsetAt(near, timeZone));
  const within = moments.filter((moment) => dayOf(moment, timeZone) === day && dayOf(moment - 1, timeZone) < day);
  return Math.min(...(within.length > 0 ? within : moments));
}

/** Returns the zone's offset from UTC at a timestamp. */
function offsetAt(ms: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>; // Fields the format requests.
  const { year, month, day, hour, minute, second } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1_000) * 1_000;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns a cached format, because creating one costs far more than using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const two = '2-digit';
  const fields = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const;
  const format = new Intl.DateTimeFormat('en', { ...fields, hourCycle: 'h23', timeZone });
  formats.set(timeZone, format);
  return format;
}

/** Returns the device's time zone. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Formats a time in a zone as `14:02:11` or `14:02`. */
export const clockText = (ms: number, timeZone: string, end: 'second' | 'minute'): string =>
  new Date(ms + offsetAt(ms, timeZone)).toISOString().slice(11, end === 'second' ? 19 : 16);
