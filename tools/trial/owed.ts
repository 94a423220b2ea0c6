import { execFileSync } from 'node:child_process';
import { type Entry, entryName } from './trial.ts';

/** What a commit knows of the landings before it. */
export type Turn = {
  /** Landings that `.ci/landed` has named so far. Each one moves the turn on by one. */
  readonly landings: number;
  /** Commits since it last named one. */
  readonly commitsSince: number;
  /** Commit hash. */
  readonly head: string;
};

/** Day of each trial's last long form, by name. */
export type LongRuns = Readonly<Record<string, { readonly date: string }>>;

/** After so many commits nobody renews `.ci/landed`, and a turn that never moves would repeat one trial for ever. */
const FORGOTTEN_COMMITS = 60;

export type Owed = { readonly entry: Entry; readonly why: string };

/**
 * Chooses the trial a landing runs besides its plan. Each trial has its turn once in as many landings as there are
 * trials. If the plan runs that one anyway, the place goes to the one whose long form is oldest; among equals the commit
 * chooses.
 */
export function chooseOwed(
  entries: readonly Entry[],
  planned: readonly Entry[],
  { turn, longRuns }: { readonly turn: Turn; readonly longRuns: LongRuns },
): Owed | undefined {
  const left = entries.filter((entry) => !planned.includes(entry));
  if (left.length === 0) return undefined;
  const number = Number.parseInt(turn.head.slice(0, 8), 16);
  const isForgotten = turn.commitsSince > FORGOTTEN_COMMITS;
  const place = (isForgotten ? number : turn.landings) % entries.length;
  const next = entries[place];
  if (next !== undefined && left.includes(next)) {
    return { entry: next, why: `its turn, ${place + 1} of ${entries.length}` };
  }
  const dayOf = (entry: Entry) => longRuns[entryName(entry)]?.date ?? '';
  const oldest = left.map(dayOf).sort()[0];
  const equals = left.filter((entry) => dayOf(entry) === oldest);
  const entry = equals[number % equals.length];
  const why = oldest === '' ? 'its long form has never run' : `its long form last ran on ${oldest}`;
  return entry && { entry, why };
}

const LANDED = '.ci/landed';

/** Reads the turn from the history: landings write nothing themselves. */
export function readTurn(top: string, head: string): Turn {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: top, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  const count = (range: string, ...paths: readonly string[]) =>
    Number(git('rev-list', '--count', '--first-parent', range, '--', ...paths));
  const renewed = git('rev-list', '-1', '--first-parent', head, '--', LANDED);
  return {
    landings: count(head, LANDED),
    commitsSince: count(renewed === '' ? head : `${renewed}..${head}`),
    head,
  };
}
