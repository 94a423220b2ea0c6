import { type Entry, entryName } from './trial.ts';

export type Plan = {
  readonly run: readonly Entry[];
  /** Trials not run, with the reason. */
  readonly left: readonly { readonly entry: Entry; readonly state: 'skipped' | 'not-run'; readonly why: string }[];
};

export type Limits = {
  /** Names of the trials the change touches; if omitted, all are wanted. */
  readonly touched?: readonly string[] | undefined;
  /** Changed files, if known. */
  readonly changed?: readonly string[] | undefined;
  /** Total seconds for all trials. Those that guard money are never cut. */
  readonly budget?: number | undefined;
  readonly parallel: number;
  /** Commit hash: it determines which trials are cut, so that the cut rotates. */
  readonly head: string;
};

/**
 * Chooses trials: all wanted ones that guard money, then as many others as fit the budget. Of trials with one rig a
 * budget runs one alone, if all are wanted, and the commit decides which. Where everything is touched, trials that need
 * a change of their own run only for one.
 */
export function planTrials(entries: readonly Entry[], { touched, changed, budget, parallel, head }: Limits): Plan {
  const isTouched = (entry: Entry) => touched === undefined || touched.includes(entryName(entry));
  const isWide = changed !== undefined && entries.every(isTouched);
  const isWanted = (entry: Entry) =>
    isTouched(entry) && (!isWide || !entry.trial.needsOwnChange || hasOwnChange(entry, changed));
  const wanted = entries.filter(isWanted);
  const resting = budget === undefined ? [] : restingRigs(entries, { isWanted, head });
  const chosen = new Set(wanted.filter((entry) => entry.trial.isMoney && !resting.includes(entry)));
  for (const entry of rotate(
    wanted.filter((entry) => !entry.trial.isMoney && !resting.includes(entry)),
    head,
  )) {
    const needed = secondsOf([...chosen, entry], parallel);
    if (budget === undefined || needed <= budget) chosen.add(entry);
  }
  return {
    run: entries.filter((entry) => chosen.has(entry)),
    left: entries
      .filter((entry) => !chosen.has(entry))
      .map((entry) => {
        if (!isTouched(entry)) return { entry, state: 'skipped', why: 'the change does not touch it' };
        if (!isWanted(entry)) return { entry, state: 'skipped', why: 'no change of its own paths, only a wide one' };
        const why = resting.includes(entry)
          ? `it shares the rig ${entry.trial.rig} with another that runs; the commit chooses which`
          : `touched, but the budget of ${budget} s has no room for its ${entry.trial.seconds} s`;
        return { entry, state: 'not-run', why };
      }),
  };
}

/** Whether a changed file is one of the trial or of the paths it covers. */
const hasOwnChange = ({ kind, trial: { name, touches } }: Entry, changed: readonly string[]): boolean => {
  const own = [`tools/${kind}/${name}.ts`, `tools/${kind}/${name}/`, ...touches];
  return changed.some((path) => own.some((start) => path.startsWith(start)));
};

/** Returns all trials but one of each rig whose trials are all wanted. */
function restingRigs(
  entries: readonly Entry[],
  { isWanted, head }: { readonly isWanted: (entry: Entry) => boolean; readonly head: string },
): Entry[] {
  const rigs = Map.groupBy(
    entries.filter(({ trial }) => trial.rig !== undefined),
    ({ trial }) => trial.rig,
  );
  return [...rigs.values()]
    .filter((members) => members.length > 1 && members.every(isWanted))
    .flatMap((members) => rotate(members, head).slice(1));
}

/**
 * Orders trials: those that run alone come last; the others start longest first, so that the last one to end is short.
 */
export function orderOf(entries: readonly Entry[]): { readonly together: Entry[]; readonly alone: Entry[] } {
  const together = entries.filter(({ trial }) => !trial.isAlone).sort((a, b) => b.trial.seconds - a.trial.seconds);
  return { together, alone: entries.filter(({ trial }) => trial.isAlone) };
}

/** Estimates the total seconds with `parallel` lanes: the longest lane plus the trials that run alone. */
export function secondsOf(entries: readonly Entry[], parallel: number): number {
  const { together, alone } = orderOf(entries);
  const rows = Array.from({ length: parallel }, () => 0);
  for (const { trial } of together) {
    const shortest = rows.indexOf(Math.min(...rows));
    rows[shortest] = (rows[shortest] ?? 0) + trial.seconds;
  }
  return Math.max(...rows) + alone.reduce((sum, { trial }) => sum + trial.seconds, 0);
}

function rotate(entries: readonly Entry[], head: string): Entry[] {
  const start = entries.length === 0 ? 0 : Number.parseInt(head.slice(0, 8), 16) % entries.length;
  return [...entries.slice(start), ...entries.slice(0, start)];
}
