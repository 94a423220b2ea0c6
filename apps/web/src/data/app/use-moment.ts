import { useLocale } from './texts.ts';

/** Formats a time to the minute in the reader's locale and time zone. */
export function useMoment(): (ms: number) => string {
  const format = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });
  return (ms) => format.format(ms);
}
