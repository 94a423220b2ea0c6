import { useLocale } from '../../../data/app/texts.ts';

/** Formats the day of a timestamp in the reader's locale and time zone. */
export function useDay(dateStyle: 'long' | 'medium' = 'medium'): (ms: number) => string {
  const format = new Intl.DateTimeFormat(useLocale(), { dateStyle });
  return (ms) => format.format(ms);
}
