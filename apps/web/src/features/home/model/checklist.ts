/** What a newcomer does first, in this order. The first was done by whoever is asked. */
const STEPS = ['account', 'trade_password', 'authenticator', 'identity', 'practice'] as const;
export type Step = Exclude<(typeof STEPS)[number], 'account'>;

/** Which steps are done; nothing where nobody can say yet. */
export type Progress = Readonly<Record<Step, boolean | undefined>>;
export type Checklist = { readonly done: number; readonly of: number; readonly next: Step };

/** How far somebody is and what comes next; nothing once all is done. A step that nobody can answer for is not asked for. */
export function checklistOf(progress: Progress): Checklist | undefined {
  const loaded = (Object.keys(progress) as Step[]).filter((step) => progress[step] !== undefined); // Its keys are steps.
  const next = STEPS.find((step): step is Step => step !== 'account' && progress[step] === false);
  const open = loaded.filter((step) => progress[step] === false).length;
  const of = loaded.length + 1;
  return next === undefined ? undefined : { done: of - open, of, next };
}

const AWAY_MS = 7 * 86_400_000;

/** Kept on this device: whose list is not shown, and until when; `null` is for good. */
export type PutAway = { readonly user: string; readonly until: number | null };

export const putAwayFrom = (user: string, now: number): PutAway => ({ user, until: now + AWAY_MS });
export const doneForGood = (user: string): PutAway => ({ user, until: null });

/** Whether what this device kept says not to show it. A clock that was set back does not keep it away for longer. */
export function isPutAway(kept: unknown, user: string, now: number): boolean {
  if (typeof kept !== 'object' || kept === null || !('user' in kept) || !('until' in kept)) return false;
  const { until } = kept;
  if (kept.user !== user) return false;
  return until === null || (typeof until === 'number' && now < until && until - now <= AWAY_MS);
}
