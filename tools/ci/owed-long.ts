import { type Entry, entryName } from '../trial/trial.ts';
import type { FullRecord } from './record.ts';
import type { Step } from './step.ts';

/** A long form usually takes this multiple of the short one, until a run has recorded it. */
const LONG_TIMES = 8;
/** Where it hangs, it is ended after this multiple of its usual time, and never earlier than these minutes. */
const LIMIT_TIMES = 3;
const LIMIT_MINUTES_MIN = 15;

/** Returns the seconds a long form took when it last ran, or those it is expected to take. */
export function expectSeconds(entry: Entry, { trials }: FullRecord): number {
  const { seconds, longSeconds } = entry.trial;
  return trials[entryName(entry)]?.seconds ?? longSeconds ?? LONG_TIMES * seconds;
}

export const stepName = ({ kind, trial }: Entry): string => `${kind}-${trial.name}`;

/** Returns a long form as a step of its own, so that a trial that hangs loses its own verdict and no other. */
export function longStep(entry: Entry, record: FullRecord): Step {
  const { kind, trial } = entry;
  const name = stepName(entry);
  const minutes = Math.max(LIMIT_MINUTES_MIN, Math.ceil((LIMIT_TIMES * expectSeconds(entry, record)) / 60));
  const program = `tools/${kind}/${kind}.ts`;
  return {
    name,
    minutes,
    commands: [{ run: [process.execPath, program, trial.name, '--report', `reports/${name}.json`] }],
  };
}

/** Returns the day of the last try: with a verdict, or without one where the trial hung or broke off. */
const lastDay = (entry: Entry, { trials, unfinished }: FullRecord): string => {
  const name = entryName(entry);
  return [trials[name]?.date ?? '', unfinished?.[name]?.date ?? ''].sort().at(-1) ?? '';
};

/** Orders trials by the day of their last try: those never tried first, the others from the oldest on. */
export function orderByAge(entries: readonly Entry[], record: FullRecord): Entry[] {
  return entries.toSorted((a, b) => {
    const first = lastDay(a, record);
    const second = lastDay(b, record);
    if (first === second) return 0;
    return first < second ? -1 : 1;
  });
}

export type Left = { readonly entry: Entry; readonly why: string };
/** Reason why a trial, or any trial, must not start now. */
export type Obstacle = { readonly why: string; readonly forAll: boolean };

export type Next = {
  readonly record: FullRecord;
  readonly budgetMs: number;
  readonly now: () => number;
  readonly findObstacle: (entry: Entry) => Promise<Obstacle | undefined>;
  /** Runs a trial and records it. */
  readonly run: (entry: Entry) => Promise<void>;
};

/** Runs the oldest long forms as long as their usual time fits the budget; returns what did not start, with the reason. */
export async function runNext(entries: readonly Entry[], next: Next): Promise<Left[]> {
  const { record, budgetMs, now, findObstacle, run } = next;
  const endMs = now() + budgetMs;
  const left: Left[] = [];
  const waiting = orderByAge(entries, record);
  for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
    const seconds = expectSeconds(entry, record);
    if (now() + seconds * 1_000 > endMs) {
      left.push({ entry, why: `about ${Math.ceil(seconds / 60)} min, which did not fit` });
      continue;
    }
    const obstacle = await findObstacle(entry);
    if (obstacle === undefined) {
      await run(entry);
      continue;
    }
    left.push({ entry, why: obstacle.why });
    if (obstacle.forAll) return [...left, ...waiting.map((each) => ({ entry: each, why: obstacle.why }))];
  }
  return left;
}

export type Looked = {
  readonly commit: string;
  readonly ageOf: (commit: string) => number | undefined;
  /** What did not start in this run. */
  readonly left: readonly Left[];
};

/** Returns a line for each long form without a recorded verdict of this commit, the oldest first. */
export function describeOwed(entries: readonly Entry[], record: FullRecord, { commit, ageOf, left }: Looked): string[] {
  return orderByAge(entries, record).flatMap((entry) => {
    const name = entryName(entry);
    const last = record.trials[name];
    const tried = record.unfinished?.[name];
    if (last?.commit === commit && tried === undefined) return [];
    const why = left.find((each) => each.entry === entry)?.why;
    const parts = [
      last === undefined ? 'never' : `${last.date}, ${describeAge(ageOf(last.commit))}`,
      ...(tried === undefined ? [] : [`without a verdict on ${tried.date}: ${tried.why}`]),
      ...(why === undefined ? [] : [`not started: ${why}`]),
    ];
    return [`owed: ${name}: ${parts.join('; ')}`];
  });
}

const describeAge = (age: number | undefined) => (age === undefined ? 'not in this history' : `${age} commits ago`);
