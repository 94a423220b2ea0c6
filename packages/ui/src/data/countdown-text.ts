import { durationText } from './time-text.ts';

const SECOND_MS = 1_000;

/** Returns the remaining seconds, rounded up, so that zero is not shown while time remains. */
export const secondsLeft = (remainingMs: number) => Math.max(Math.ceil(remainingMs / SECOND_MS), 0);

/** Formats the remaining time: `2d 04:11:09`, and `11:09` below an hour. */
export const countdownText = (remainingMs: number) => durationText(secondsLeft(remainingMs) * SECOND_MS);

/** Returns the urgency: warn at half the time, danger at a fifth. */
export function urgencyOf(remainingMs: number, totalMs: number): 'normal' | 'warn' | 'danger' {
  if (remainingMs * 5 <= totalMs) return 'danger';
  return remainingMs * 2 <= totalMs ? 'warn' : 'normal';
}
