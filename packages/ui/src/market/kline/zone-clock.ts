const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;

/** Local time of a zone in milliseconds, counted like UTC: local midnight is a multiple of a day. */
export type ZoneClock = (time: number) => number;

/**
 * Creates the clock of a zone. Formatting is slow, so the offset is cached per quarter of an hour: offsets change only
 * at its boundaries.
 */
export function zoneClock(timeZone: string): ZoneClock {
  const offsets = new Map<number, number>();
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const read = (time: number): number => {
    const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute) - time;
  };
  return (time) => {
    const quarter = Math.floor(time / QUARTER);
    const known = offsets.get(quarter);
    if (known !== undefined) return time + known;
    const offset = read(quarter * QUARTER);
    offsets.set(quarter, offset);
    return time + offset;
  };
}
