const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const two = (count: number) => `${Math.floor(count)}`.padStart(2, '0');

/**
 * Formats a duration as `2d 04:11:09`, `04:11:09`, and `11:09` below an hour. Truncates to whole seconds; a past time
 * is `00:00`.
 */
export function durationText(ms: number): string {
  const left = Math.max(0, ms);
  const minutes = `${two((left % HOUR) / MINUTE)}:${two((left % MINUTE) / SECOND)}`;
  if (left < HOUR) return minutes;
  const hours = `${two((left % DAY) / HOUR)}:${minutes}`;
  return left < DAY ? hours : `${Math.floor(left / DAY)}d ${hours}`;
}

/** Formats a timestamp as `MM-DD HH:mm` in the zone's current year, `YYYY-MM-DD` in any other. */
export function momentText(ms: number, timeZone: string, nowMs: number): string {
  const { year, month, day, hour, minute } = partsOf(ms, timeZone);
  return year === partsOf(nowMs, timeZone).year ? `${month}-${day} ${hour}:${minute}` : `${year}-${month}-${day}`;
}

/** Formats the zone's offset at that time as `UTC+8`; daylight saving changes it. */
export const zoneText = (ms: number, timeZone: string): string => offsetText(partsOf(ms, timeZone).timeZoneName);

/** Normalises a browser's offset name: some call zero `GMT`, others `GMT+0`. */
export const offsetText = (name: string): string =>
  name === 'GMT' ? 'UTC+0' : name.replace('GMT', 'UTC').replace('-', '\u2212');

/** Formatter cache: creating one costs five times as much as using it, and all rows of a list share a zone. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const digits = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  const format = new Intl.DateTimeFormat('en', {
    ...digits,
    year: 'numeric',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
    timeZone,
  });
  formats.set(timeZone, format);
  return format;
}

const partsOf = (ms: number, timeZone: string) =>
  Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  ) as Record<Intl.DateTimeFormatPartTypes, string>;
