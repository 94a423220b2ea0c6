import { readFileSync, writeFileSync } from 'node:fs';
import type { Row } from './rows.ts';

/** A test that failed beside load and passed alone: a debt with an end, which `npm run check:tidy` demands. */
export type Flaky = {
  readonly file: string;
  readonly test: string;
  /** Reason of the latest failure. */
  readonly reason: string;
  /** Commits whose runs had it, the oldest first. */
  readonly commits: readonly string[];
  /** Paths of the code that proved to be at fault: a change of them pays the debt as one of the test does. */
  readonly code?: readonly string[];
};

export type Occurrence = Pick<Flaky, 'file' | 'test' | 'reason'>;

const PLACE = new URL('flaky.json', import.meta.url);

export const readFlaky = (text = readFileSync(PLACE, 'utf8')): Flaky[] => JSON.parse(text) as Flaky[]; // Written below.

export const writeFlaky = (list: readonly Flaky[]): void => writeFileSync(PLACE, `${JSON.stringify(list, null, 2)}\n`);

/** Returns the flaky rows of a run as entries of the list; a trial has only its name. */
export const flakyOf = (rows: readonly Row[]): Occurrence[] =>
  rows
    .filter(({ state }) => state === 'flaky')
    .map(({ file, name, why = '' }) => ({ file: file ?? name, test: file === undefined ? '' : name, reason: why }));

/** Adds what a run at this commit had; the same run twice adds nothing. */
export function enterFlaky(list: readonly Flaky[], occurrences: readonly Occurrence[], commit: string): Flaky[] {
  const entered = [...list];
  for (const occurrence of occurrences) {
    const at = entered.findIndex(({ file, test }) => file === occurrence.file && test === occurrence.test);
    const known = entered[at];
    if (known === undefined) entered.push({ ...occurrence, commits: [commit] });
    else if (!known.commits.includes(commit))
      entered[at] = { ...known, reason: occurrence.reason, commits: [...known.commits, commit] };
  }
  return entered;
}
