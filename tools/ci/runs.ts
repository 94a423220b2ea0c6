import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { flakyOf, type Occurrence } from './flaky.ts';
import type { MachineLoad, StepResult } from './step.ts';
import { describeFailures, type Step } from './steps.ts';

/** What a step cost, in whole seconds. */
type TierCost = {
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
  readonly stackCpuSeconds?: number;
  readonly hasFailed?: true;
} & MachineLoad;

/** One run in one line of `runs.jsonl`: what it cost and how it ended. */
export type RunLine = {
  readonly commit: string;
  /** When it ended, in UTC. */
  readonly date: string;
  readonly minutes: number;
  readonly tiers: Readonly<Record<string, TierCost>>;
  readonly passed: number;
  readonly failed: number;
  readonly notRun: number;
  /** What passed only when tried again, for `flaky.json`. */
  readonly flaky: readonly Occurrence[];
} & MachineLoad;

export type EndedRun = {
  readonly commit: string;
  readonly endedAt: Date;
  readonly tookMs: number;
  readonly load: MachineLoad;
  readonly times: readonly StepResult[];
  readonly steps: readonly Step[];
};

const toSeconds = (ms: number): number => Math.round(ms / 1_000);

/** Describes a run that has ended. Its counts are those of the summary. */
export function describeRun({ commit, endedAt, tookMs, load, times, steps }: EndedRun): RunLine {
  const rows = steps.flatMap(({ reports }) => reports).flatMap((report) => report.rows);
  const count = (...states: readonly string[]) => rows.filter(({ state }) => states.includes(state)).length;
  return {
    commit,
    date: endedAt.toISOString().replace(/\.\d+Z$/, 'Z'),
    minutes: Math.round(tookMs / 6_000) / 10,
    ...load,
    tiers: Object.fromEntries(times.map((each) => [each.name, costOf(each)])),
    passed: count('passed', 'flaky'),
    failed: describeFailures(steps).length,
    notRun: count('not-run'),
    flaky: flakyOf(rows),
  };
}

function costOf({ ok, wallMs, cpuMs, stackCpuMs, pressure, stolen }: StepResult): TierCost {
  return {
    wallSeconds: toSeconds(wallMs),
    cpuSeconds: toSeconds(cpuMs),
    ...(stackCpuMs !== undefined && { stackCpuSeconds: toSeconds(stackCpuMs) }),
    pressure,
    stolen,
    ...(!ok && { hasFailed: true as const }),
  };
}

/** How a run prints its line: a landing runs in a clone that is thrown away, but what it printed stays. */
export const RUN_LINE = 'run: ';

/** Reads the runs of a reports folder, or of a file with what runs printed. */
export function readRunLines(place: string): RunLine[] {
  if (!existsSync(place)) return [];
  if (statSync(place).isDirectory()) {
    const path = join(place, 'run.json');
    return existsSync(path) ? [JSON.parse(readFileSync(path, 'utf8')) as RunLine] : []; // the run wrote it
  }
  const lines = readFileSync(place, 'utf8').split('\n');
  return lines
    .filter((line) => line.startsWith(`${RUN_LINE}{`))
    .map((line) => JSON.parse(line.slice(RUN_LINE.length)) as RunLine); // the run printed it
}

/** Appends runs to a file that does not have them, and returns their number. */
export function appendRuns(path: string, runs: readonly RunLine[]): number {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const keyOf = ({ commit, date }: RunLine) => `${commit} ${date}`;
  const lines = text.split('\n').filter((line) => line !== '');
  const known = new Set(lines.map((line) => keyOf(JSON.parse(line) as RunLine))); // written here
  const added = runs.filter((run) => !known.has(keyOf(run)));
  if (added.length > 0) writeFileSync(path, `${[...lines, ...added.map((run) => JSON.stringify(run))].join('\n')}\n`);
  return added.length;
}
