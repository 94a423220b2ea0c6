import { useLocale } from '../../../shared/texts.ts';

/** The day of a moment, in the reader's words and zone. */
export function useDay(dateStyle: 'long' | 'medium' = 'medium'): (ms: number) => string {
  const format = new Intl.DateTimeFormat(useLocale(), { dateStyle });
  return (ms) => format.format(ms);
}
