import { useLocale } from '../../../data/app/texts.ts';

/** Formats a time to the second in the reader's locale and time zone. */
export function useMoment(): (ms: number) => string {
  const format = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });
  return (ms) => format.format(ms);
}
