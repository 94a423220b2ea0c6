import { durationText } from './time-text.ts';

const SECOND_MS = 1_000;

/** Seconds that have begun count whole, so nothing shows zero while there is time left. */
export const secondsLeft = (remainingMs: number) => Math.max(Math.ceil(remainingMs / SECOND_MS), 0);

/** `2d 04:11:09`, and `11:09` below an hour. */
export const countdownText = (remainingMs: number) => durationText(secondsLeft(remainingMs) * SECOND_MS);

/** Half the time is a hint, a fifth is a warning. */
export function urgencyOf(remainingMs: number, totalMs: number): 'normal' | 'warn' | 'danger' {
  if (remainingMs * 5 <= totalMs) return 'danger';
  return remainingMs * 2 <= totalMs ? 'warn' : 'normal';
}
