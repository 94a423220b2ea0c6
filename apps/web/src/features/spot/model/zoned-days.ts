const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day as `2026-03-01`, as an input of dates writes it. */
export const isDay = (text: string): boolean => DAY.test(text) && !Number.isNaN(Date.parse(text));

/** The day that a moment belongs to in a zone. */
export function dayOf(ms: number, timeZone: string): string {
  return new Date(ms + offsetAt(ms, timeZone)).toISOString().slice(0, 10);
}

/** So many days before a day; fewer than none are days after it. */
export const daysBefore = (day: string, count: number): string =>
  new Date(Date.parse(day) - count * DAY_MS).toISOString().slice(0, 10);

/**
 * The first moment of a day in a zone. Clocks may change on the way there, and at midnight itself: then the day begins when
 * they have moved on.
 */
export function dayBegin(day: string, timeZone: string): number {
  const wall = Date.parse(day);
  const moments = [wall - DAY_MS, wall + DAY_MS].map((near) => wall - offsetAt(near, timeZone));
  const within = moments.filter((moment) => dayOf(moment, timeZone) === day && dayOf(moment - 1, timeZone) < day);
  return Math.min(...(within.length > 0 ? within : moments));
}

/** How far the zone's clocks are ahead of UTC at a moment. */
function offsetAt(ms: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>; // What the format asks for.
  const { year, month, day, hour, minute, second } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1_000) * 1_000;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making one costs far more than using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const two = '2-digit';
  const fields = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const;
  const format = new Intl.DateTimeFormat('en', { ...fields, hourCycle: 'h23', timeZone });
  formats.set(timeZone, format);
  return format;
}

/** The zone of this device. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `14:02:11`, or `14:02`, in a zone. */
export const clockText = (ms: number, timeZone: string, end: 'second' | 'minute'): string =>
  new Date(ms + offsetAt(ms, timeZone)).toISOString().slice(11, end === 'second' ? 19 : 16);
