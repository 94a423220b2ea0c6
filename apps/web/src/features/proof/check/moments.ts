import { zoneText } from '@app/ui';
import { useLocale } from '../../../data/app/texts.ts';

/** Returns formatters for evidence times: to the millisecond with the zone or without, as a time of day, and as a day. */
export function useMoments() {
  const locale = useLocale();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const exact = new Intl.DateTimeFormat(locale, { ...clock, fractionalSecondDigits: 3 });
  const time = new Intl.DateTimeFormat(locale, clock);
  return {
    exact: (ms: number) => `${day.format(ms)}, ${exact.format(ms)} (${zoneText(ms, timeZone)})`,
    clock: (ms: number) => exact.format(ms),
    time: (ms: number) => time.format(ms),
    day: (ms: number) => day.format(ms),
  };
}
