/**
 * The oldest version of the app that these servers understand: 0.1 read the markets from `/currency/list`, which lists
 * coins now. Raise it, and the version in `apps/web/package.json`, with every change that breaks installed apps.
 */
export const OLDEST_APP = '0.2.0';

/** Returns the oldest version that may be used. An operator ⚙ can raise what the servers require, never lower it. */
export const oldestAllowed = (set: string): string => (isOlder(set, OLDEST_APP) ? OLDEST_APP : set);

/** Compares versions such as 0.10.2 part by part; a part that is not a number counts as 0. */
export function isOlder(version: string, than: string): boolean {
  const ours = partsOf(version);
  const theirs = partsOf(than);
  const at = theirs.findIndex((part, index) => part !== (ours[index] ?? 0));
  return at !== -1 && (ours[at] ?? 0) < (theirs[at] ?? 0);
}

const partsOf = (version: string) => version.split('.').map((part) => (/^\d{1,9}$/.test(part) ? Number(part) : 0)); // tidy: not money
