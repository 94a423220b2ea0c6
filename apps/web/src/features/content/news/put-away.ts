import type { KeptValues } from '@app/client/storage';

/** An announcement the reader dismissed for that day. */
type PutAway = { readonly id: string; readonly day: string };

const NAME = 'announcement_put_away';

/** Returns the day in the device's time zone, so that midnight is the reader's. */
export const dayOf = (ms: number): string => {
  const date = new Date(ms);
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
};

const isPutAway = (kept: unknown): kept is PutAway =>
  typeof kept === 'object' && kept !== null && 'id' in kept && 'day' in kept;

/** Returns the announcement dismissed today, if any. A different one, or the same one tomorrow, is shown. */
export function putAwayToday(kept: KeptValues, nowMs: number): string | undefined {
  const value = kept.read(NAME);
  return isPutAway(value) && value.day === dayOf(nowMs) ? value.id : undefined;
}

export const putAway = (kept: KeptValues, id: bigint, nowMs: number): void =>
  kept.write(NAME, { id: String(id), day: dayOf(nowMs) } satisfies PutAway);
