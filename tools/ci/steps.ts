import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { firstLine, type Report, readRows } from './rows.ts';

/** Row of `reports/steps.json`, which the runner writes. CPU is user and system time of the step's processes. */
export type StepTime = {
  readonly name: string;
  readonly ok: boolean;
  readonly wallMs: number;
  readonly cpuMs?: number;
  readonly why?: string;
};

/** Output of a CI step: whether it succeeded, its reports, and everything it printed. */
export type Step = {
  readonly name: string;
  readonly hasFailed: boolean;
  readonly why?: string;
  readonly reports: readonly Report[];
  readonly log: string;
};

/** Step that tries failed files alone. What fails there is a row of the step in which it failed first. */
export const SECOND_LOOK = 'second-look';

const LOG = '.log';
const FALLS_SHORT = /^FALLS SHORT · (.+?): (.*)$/gm;
/** `a.ts:1:2`, `a.ts(1,2)`: checkers print the location of a finding. */
const PLACE = /^\s*\S+\.\w+[:(]\d+/;
const SOUNDS_LIKE_FAULT = /\berror\b|✖|×|not found|cannot /i;

/** Reads the runner's list of steps with their times; empty if there is none. */
export function readStepTimes(folder: string): StepTime[] {
  const path = join(folder, 'steps.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as StepTime[]) : []; // the runner wrote it
}

/** Returns every step with a log, a report or a time, and those known to have failed without any. */
export function readSteps(folder: string, failedNames: readonly string[]): Step[] {
  const times = readStepTimes(folder);
  const reports = readRows(folder);
  const logs = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(LOG)) : [];
  const left = [...logs.map((log) => log.slice(0, -LOG.length)), ...reports.map(({ name }) => name)];
  const known = new Set([...times.map(({ name }) => name), ...failedNames, ...left]);
  /** Returns the step a report belongs to: `db-2` is the second part of the step `db`. */
  const ownerOf = (name: string) => {
    const whole = name.replace(/-\d+$/, '');
    return known.has(whole) ? whole : name;
  };
  return [...new Set([...known].map(ownerOf))].map((name) => {
    const time = times.find((each) => each.name === name);
    const log = join(folder, `${name}${LOG}`);
    return {
      name,
      hasFailed: time?.ok === false || failedNames.includes(name),
      ...(time?.why === undefined ? {} : { why: time.why }),
      reports: reports.filter((report) => ownerOf(report.name) === name),
      log: existsSync(log) ? readFileSync(log, 'utf8') : '',
    };
  });
}

/** Returns a line for every failure. A failed step has at least one, even if none of its tests failed. */
export function describeFailures(steps: readonly Step[]): string[] {
  return steps.flatMap((step) => {
    const named = [...failedRows(step), ...failedTrials(step)];
    if (named.length > 0 || !step.hasFailed || step.name === SECOND_LOOK) return named;
    return [`failed: ${step.name}: ${step.why ?? reasonIn(step.log)}`];
  });
}

function failedRows({ name: step, reports }: Step): string[] {
  const rows = reports.flatMap((report) => report.rows).filter(({ state }) => state === 'failed');
  return rows.map(({ file, name, why }) => `failed: ${file ?? step}: ${name}: ${why ?? 'it does not say why'}`);
}

/** Reads failed trials from the log, for trials that write no report. */
function failedTrials({ name: step, reports, log }: Step): string[] {
  if (reports.length > 0) return [];
  return [...log.matchAll(FALLS_SHORT)].map(([, trial, figure]) => `failed: ${step}: ${trial}: ${figure}`);
}

/** Returns a line for everything that passed only on retry, so that it gets fixed. */
export const describeFlaky = (steps: readonly Step[]): string[] =>
  steps.flatMap(({ name: step, reports }) =>
    reports
      .flatMap(({ rows }) => rows)
      .filter(({ state }) => state === 'flaky')
      .map(({ file, name, why }) => `flaky: ${file ?? step}: ${name}${why === undefined ? '' : `: ${why}`}`),
  );

const NAMED_AT_MOST = 10;

/** Returns a line per step for what had no time or was not reached, so that it is not mistaken for passed. */
export function describeNotRun(steps: readonly Step[]): string[] {
  return steps.flatMap(({ name: step, reports }) => {
    const names = reports
      .flatMap(({ rows }) => rows)
      .filter(({ state }) => state === 'not-run')
      .map(({ name }) => name);
    if (names.length === 0) return [];
    const more = names.length > NAMED_AT_MOST ? ` and ${names.length - NAMED_AT_MOST} more` : '';
    return [`not run: ${step}: ${names.slice(0, NAMED_AT_MOST).join(', ')}${more}`];
  });
}

/**
 * Returns the reason if nothing is named: the first line with a location, the first that looks like an error, or else
 * the last one.
 */
function reasonIn(log: string): string {
  const lines = stripVTControlCharacters(log)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const isPlaced = (line: string) => PLACE.test(line);
  const isFault = (line: string) => SOUNDS_LIKE_FAULT.test(line);
  return firstLine(lines.find(isPlaced) ?? lines.find(isFault) ?? lines.at(-1) ?? '');
}
