import { type Entry, entryName } from './trial.ts';

export type Plan = {
  readonly run: readonly Entry[];
  /** Trials not run, with the reason. */
  readonly left: readonly { readonly entry: Entry; readonly state: 'skipped' | 'not-run'; readonly why: string }[];
};

export type Limits = {
  /** Names of the trials the change touches; if omitted, all are wanted. */
  readonly touched?: readonly string[] | undefined;
  /** Total seconds for all trials. Those that guard money are never cut. */
  readonly budget?: number | undefined;
  readonly parallel: number;
  /** Commit hash: it determines which trials are cut, so that the cut rotates. */
  readonly head: string;
};

/** Chooses trials: all wanted ones that guard money, then as many others as fit the budget. */
export function planTrials(entries: readonly Entry[], { touched, budget, parallel, head }: Limits): Plan {
  const isWanted = (entry: Entry) => touched === undefined || touched.includes(entryName(entry));
  const wanted = entries.filter(isWanted);
  const chosen = new Set(wanted.filter(({ trial }) => trial.isMoney));
  for (const entry of rotate(
    wanted.filter(({ trial }) => !trial.isMoney),
    head,
  )) {
    const needed = secondsOf([...chosen, entry], parallel);
    if (budget === undefined || needed <= budget) chosen.add(entry);
  }
  return {
    run: entries.filter((entry) => chosen.has(entry)),
    left: entries
      .filter((entry) => !chosen.has(entry))
      .map((entry) =>
        isWanted(entry)
          ? {
              entry,
              state: 'not-run',
              why: `touched, but the budget of ${budget} s has no room for its ${entry.trial.seconds} s`,
            }
          : { entry, state: 'skipped', why: 'the change does not touch it' },
      ),
  };
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
