const SECOND_MS = 1_000;
const SECONDS = { minute: 60, hour: 3_600, day: 86_400 } as const;

/** Seconds that have begun count whole, so nothing shows zero while there is time left. */
export const secondsLeft = (remainingMs: number) => Math.max(Math.ceil(remainingMs / SECOND_MS), 0);

/** "2d 04:11:09"; the days go when there are none. */
export function countdownText(remainingMs: number): string {
  const left = secondsLeft(remainingMs);
  const days = Math.floor(left / SECONDS.day);
  const hours = Math.floor((left % SECONDS.day) / SECONDS.hour);
  const minutes = Math.floor((left % SECONDS.hour) / SECONDS.minute);
  const clock = [hours, minutes, left % SECONDS.minute].map((part) => String(part).padStart(2, '0')).join(':');
  return days === 0 ? clock : `${days}d ${clock}`;
}

/** Half the time is a hint, a fifth is a warning. */
export function urgencyOf(remainingMs: number, totalMs: number): 'normal' | 'warn' | 'danger' {
  if (remainingMs * 5 <= totalMs) return 'danger';
  return remainingMs * 2 <= totalMs ? 'warn' : 'normal';
}
