import { resolve } from 'node:path';
import { readTree } from '../tidy/tree.ts';
import { type Entry, entryName } from '../trial/trial.ts';
import { findChange, headOf } from './change.ts';
import { select, type TrialPlace } from './select.ts';

const TOP = resolve(import.meta.dirname, '../..');

/** Returns a trial's name, file and paths; the file is named after the trial. */
export const placeOf = (entry: Entry): TrialPlace => ({
  name: entryName(entry),
  file: `tools/${entry.kind}/${entry.trial.name}.ts`,
  touches: entry.trial.touches,
});

type ChangeQuery = { readonly changed?: boolean | undefined; readonly base?: string | undefined };

/** Returns the trials a change touches with `--changed`, otherwise no selection. */
export function selectTrials(entries: readonly Entry[], { changed, base }: ChangeQuery) {
  const head = headOf(TOP);
  if (!changed) return { touched: undefined, why: '', head };
  const change = findChange(TOP, { base: base ?? process.env.CI_BASE });
  const { chosen, why } = select(change, { tree: readTree(TOP), trials: entries.map(placeOf), head }).trials;
  return { touched: chosen, why, head };
}
