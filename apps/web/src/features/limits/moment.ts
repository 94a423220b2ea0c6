import { zoneText } from '@app/ui';
import { useLocale } from '../../data/app/texts.ts';

/** Formats a promised time: day, minute and time zone. */
export function useMoment(): (ms: number) => string {
  const locale = useLocale();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return (ms) => `${format.format(ms)} (${zoneText(ms, timeZone)})`;
}
