const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const two = (count: number) => `${Math.floor(count)}`.padStart(2, '0');

/** `2d 04:11:09`, `04:11:09`, and `11:09` below an hour. Begun seconds are left away; what has passed is `00:00`. */
export function durationText(ms: number): string {
  const left = Math.max(0, ms);
  const minutes = `${two((left % HOUR) / MINUTE)}:${two((left % MINUTE) / SECOND)}`;
  if (left < HOUR) return minutes;
  const hours = `${two((left % DAY) / HOUR)}:${minutes}`;
  return left < DAY ? hours : `${Math.floor(left / DAY)}d ${hours}`;
}

/** `MM-DD HH:mm` in the year that is now in the zone, `YYYY-MM-DD` in any other. */
export function momentText(ms: number, timeZone: string, nowMs: number): string {
  const { year, month, day, hour, minute } = partsOf(ms, timeZone);
  return year === partsOf(nowMs, timeZone).year ? `${month}-${day} ${hour}:${minute}` : `${year}-${month}-${day}`;
}

/** The zone as `UTC+8`, at that moment: summer time changes it. */
export const zoneText = (ms: number, timeZone: string): string => offsetText(partsOf(ms, timeZone).timeZoneName);

/** Our word for a browser's: some call zero `GMT`, others `GMT+0`. */
export const offsetText = (name: string): string =>
  name === 'GMT' ? 'UTC+0' : name.replace('GMT', 'UTC').replace('-', '\u2212');

/** Making a formatter costs five times what using it does, and a list has one zone for all its rows. */
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
