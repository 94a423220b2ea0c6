/** A newcomer's first steps, in order. `account` is always done, since the list is shown to logged-in users only. */
const STEPS = ['account', 'trade_password', 'authenticator', 'identity', 'practice'] as const;
export type Step = Exclude<(typeof STEPS)[number], 'account'>;

/** State of each step; undefined where it is unknown. */
export type Progress = Readonly<Record<Step, boolean | undefined>>;
export type Checklist = { readonly done: number; readonly of: number; readonly next: Step };

/** Returns progress and the next step; undefined once all is done. Steps with unknown state are left out. */
export function checklistOf(progress: Progress): Checklist | undefined {
  const loaded = (Object.keys(progress) as Step[]).filter((step) => progress[step] !== undefined); // Its keys are steps.
  const next = STEPS.find((step): step is Step => step !== 'account' && progress[step] === false);
  const open = loaded.filter((step) => progress[step] === false).length;
  const of = loaded.length + 1;
  return next === undefined ? undefined : { done: of - open, of, next };
}

const AWAY_MS = 7 * 86_400_000;

/** Stored on this device: whose list is hidden, and until when; `null` means for good. */
export type PutAway = { readonly user: string; readonly until: number | null };

export const putAwayFrom = (user: string, now: number): PutAway => ({ user, until: now + AWAY_MS });
export const doneForGood = (user: string): PutAway => ({ user, until: null });

/** Returns whether the stored value hides the list. Setting the clock back does not hide it for longer. */
export function isPutAway(kept: unknown, user: string, now: number): boolean {
  if (typeof kept !== 'object' || kept === null || !('user' in kept) || !('until' in kept)) return false;
  const { until } = kept;
  if (kept.user !== user) return false;
  return until === null || (typeof until === 'number' && now < until && until - now <= AWAY_MS);
}
