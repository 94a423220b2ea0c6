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

const PLACE = new URL('flaky.json', import.meta.url);

export const readFlaky = (text = readFileSync(PLACE, 'utf8')): Flaky[] => JSON.parse(text) as Flaky[]; // Written below.

export const writeFlaky = (list: readonly Flaky[]): void => writeFileSync(PLACE, `${JSON.stringify(list, null, 2)}\n`);

/** Adds what a run at this commit had; the same run twice adds nothing. */
export function enterFlaky(list: readonly Flaky[], rows: readonly Row[], commit: string): Flaky[] {
  const entered = [...list];
  for (const { file, name, state, why = '' } of rows) {
    if (state !== 'flaky') continue;
    const key = { file: file ?? name, test: file === undefined ? '' : name };
    const at = entered.findIndex((each) => each.file === key.file && each.test === key.test);
    const known = entered[at];
    if (known === undefined) entered.push({ ...key, reason: why, commits: [commit] });
    else if (!known.commits.includes(commit))
      entered[at] = { ...known, reason: why, commits: [...known.commits, commit] };
  }
  return entered;
}
