import type { Amount } from '@app/money';

/** What a reminder is about. */
type Reminder = { readonly kind: 'time'; readonly minutes: number } | { readonly kind: 'loss'; readonly lost: Amount };

/** What a user was reminded of before, in this tab. */
export type Reminded = { readonly minutes: number; readonly lost: Amount };

export const NOT_REMINDED: Reminded = { minutes: 0, lost: 0n as Amount };

/** A pause is suggested each time this much has passed. */
const EVERY_MINUTES = 30;
/** A day's loss is pointed out from this many least stakes on, and again whenever it has doubled. */
const LOSS_STAKES = 10n;

type Facts = { readonly spentMs: number; readonly lost: Amount; readonly stakeMin: Amount };

/** Returns what the user is gently reminded of now: the day's loss first, then the time spent here. */
export function reminderOf({ spentMs, lost, stakeMin }: Facts, before: Reminded): Reminder | undefined {
  const isLarge = lost >= stakeMin * LOSS_STAKES && lost >= before.lost * 2n;
  if (isLarge) return { kind: 'loss', lost };
  const minutes = Math.floor(spentMs / 60_000 / EVERY_MINUTES) * EVERY_MINUTES; // tidy: not money
  return minutes > before.minutes ? { kind: 'time', minutes } : undefined;
}

/** Returns what counts as known after a reminder was put away. */
export const afterReminder = (before: Reminded, reminder: Reminder): Reminded =>
  reminder.kind === 'time' ? { ...before, minutes: reminder.minutes } : { ...before, lost: reminder.lost };
