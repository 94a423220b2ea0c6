import type { Limit, LimitKind } from '@app/domain/limits';
import { amountForSpeech, zoneText } from '@app/ui';
import { useLocale, useText } from '../../data/app/texts.ts';

/** Formats a limit: an amount per day, a break until a time, or none. */
export function useLimitText(kind: LimitKind): (limit: Limit) => string {
  const text = useText();
  const moment = useMoment();
  return ({ amount, untilMs }) => {
    if (kind === 'cool_off')
      return untilMs === null ? text('limits.no_break') : text('limits.until', { time: moment(untilMs) });
    return amount === null ? text('limits.none') : text('limits.a_day', { amount: amountForSpeech(amount) });
  };
}

/** Formats a promised time: day, minute and time zone. */
export function useMoment(): (ms: number) => string {
  const locale = useLocale();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return (ms) => `${format.format(ms)} (${zoneText(ms, timeZone)})`;
}
