import { momentText } from '@app/ui';
import type { Text } from '../../../data/app/texts.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { clockText, dayOf, ownZone } from './zoned-days.ts';

/** Formats `Today 14:02:11`, otherwise the day with its minute, in the user's time zone. */
export function orderMoment(at: number, text: Text): string {
  const now = serverNow();
  const timeZone = ownZone();
  if (dayOf(at, timeZone) !== dayOf(now, timeZone)) return momentText(at, timeZone, now);
  return text('spot.orders.today', { time: clockText(at, timeZone, 'second') });
}

/** Formats a full timestamp for a receipt: day and second. */
export function exactMoment(at: number): string {
  const timeZone = ownZone();
  return `${dayOf(at, timeZone)} ${clockText(at, timeZone, 'second')}`;
}
