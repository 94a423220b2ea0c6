const STEPS = [
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
] as const;

/** Formats elapsed time in the given locale ("5 minutes ago"); anything under a minute is "now". */
export function timeAgo(thenMs: number, nowMs: number, locale: string): string {
  const passedMs = Math.max(0, nowMs - thenMs);
  const [unit, stepMs] = STEPS.findLast(([, ms]) => passedMs >= ms) ?? ['second', Number.POSITIVE_INFINITY];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-Math.floor(passedMs / stepMs), unit);
}
