import { barEnd, barStart, type Period } from '@app/domain/market';
import { durationText } from '@app/ui';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Formats the time left of the bar that contains a time, as narrow as a price: `37:52`, `1:37:52`, `12d 04h`. */
export function barLeftText(period: Period, nowMs: number): string {
  const leftMs = barEnd(period, barStart(period, nowMs)) - nowMs;
  if (leftMs < DAY_MS) return durationText(leftMs).replace(/^0(?=\d:\d\d:)/, '');
  const hours = Math.floor((leftMs % DAY_MS) / HOUR_MS);
  return `${Math.floor(leftMs / DAY_MS)}d ${String(hours).padStart(2, '0')}h`;
}
