export type Day<Item> = { readonly key: string; readonly at: number; readonly items: readonly Item[] };

/**
 * Groups items by day in a time zone, keeping their order, newest first. Items that two pages both contain are listed
 * once.
 */
export function daysOf<Item extends { readonly id: bigint; readonly at: number }>(
  items: readonly Item[],
  timeZone: string,
): readonly Day<Item>[] {
  const dayKey = dayNames(timeZone);
  const days: { key: string; at: number; items: Item[] }[] = [];
  const seen = new Set<bigint>();
  for (const item of items) {
    if (seen.has(item.id)) continue;
    seen.add(item.id);
    const key = dayKey(item.at);
    const last = days.at(-1);
    if (last?.key === key) last.items.push(item);
    else days.push({ key, at: item.at, items: [item] });
  }
  return days;
}

/** Returns a formatter for days as `2026-03-01`, whatever the language. */
function dayNames(timeZone: string): (ms: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return (ms) => format.format(ms);
}

type Look = { readonly now: number; readonly timeZone: string; readonly locale: string };

/** Formats "today" and "yesterday" in the locale, any other day by its date. */
export function dayLabel(at: number, { now, timeZone, locale }: Look): string {
  const dayKey = dayNames(timeZone);
  const ago = Math.round((Date.parse(dayKey(now)) - Date.parse(dayKey(at))) / 86_400_000);
  if (ago === 0 || ago === 1) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-ago, 'day');
  const isThisYear = dayKey(now).slice(0, 4) === dayKey(at).slice(0, 4);
  const year = isThisYear ? {} : ({ year: 'numeric' } as const);
  return new Intl.DateTimeFormat(locale, { timeZone, day: 'numeric', month: 'long', ...year }).format(at);
}
