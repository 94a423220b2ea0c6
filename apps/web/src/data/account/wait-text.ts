import type { Text } from '../app/texts.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Formats what is left of a wait: whole hours, and minutes within the last one. Never less than is left. */
export function leftText(leftMs: number, text: Text): string {
  if (leftMs > HOUR_MS) return text('payee.hours', { count: Math.ceil(leftMs / HOUR_MS) });
  return text('payee.minutes', { count: Math.ceil(leftMs / MINUTE_MS) });
}
