/** Staff of several places read the same clock: every time is UTC. */
const format = (options: Intl.DateTimeFormatOptions) => {
  const byLanguage = new Map<string, Intl.DateTimeFormat>();
  return (ms: number, language: string): string => {
    const found =
      byLanguage.get(language) ??
      new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', { ...options, timeZone: 'UTC', hourCycle: 'h23' });
    byLanguage.set(language, found);
    return found.format(ms);
  };
};

/** `14:22:08` */
export const clockText = format({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
/** `14 Nov, 14:22` */
export const momentText = format({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
/** `14 Nov 2026` */
export const dayText = format({ day: 'numeric', month: 'short', year: 'numeric' });

const UNITS: readonly (readonly [unit: 'day' | 'hour' | 'minute' | 'second', ms: number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];

/** Returns a duration in its two largest units, `23 hr 18 min`; a negative one is none. */
export function durationText(ms: number, language: string): string {
  const locale = language === 'zh' ? 'zh-CN' : 'en-GB';
  const at = UNITS.findIndex(([, size]) => ms >= size);
  const shown = at === -1 ? UNITS.slice(-1) : UNITS.slice(at, at + 2);
  let left = Math.max(0, ms);
  return shown
    .map(([unit, size]) => {
      const count = Math.floor(left / size);
      left -= count * size;
      return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(count);
    })
    .join(' ');
}
