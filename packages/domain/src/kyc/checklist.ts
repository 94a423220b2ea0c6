import type { CaseLevel } from './documents.ts';

const BOTH = [1, 2] as const;
const FIRST = [1] as const;
const SECOND = [2] as const;

/** What a reviewer checks before an approval, in the order of the work, and for which levels. */
const CHECKS = {
  edges: BOTH,
  readable: BOTH,
  original: BOTH,
  in_date: BOTH,
  details_match: FIRST,
  adult: FIRST,
  face_matches: FIRST,
  same_person: SECOND,
  relative_complete: SECOND,
  no_other_account: BOTH,
} as const satisfies Readonly<Record<string, readonly CaseLevel[]>>;

export type Check = keyof typeof CHECKS;
export const CHECK_CODES = Object.keys(CHECKS) as readonly Check[]; // All of its keys.

/** Returns the checks of a level. */
export const checksOf = (level: CaseLevel): readonly Check[] =>
  CHECK_CODES.filter((code) => CHECKS[code].some((it) => it === level));

/** Returns whether everything that an approval of a level needs was checked. */
export const isChecked = (level: CaseLevel, done: readonly Check[]): boolean =>
  checksOf(level).every((check) => done.includes(check));
