import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { watchPressure } from '@app/testkit';
import { REPOSITORY } from '../dev/processes.ts';
import { type Entry, entryName } from '../trial/trial.ts';
import { landingsSince } from './full-run.ts';
import { LONG } from './long-trials.ts';
import { findOtherRun } from './other-run.ts';
import { describeOwed, longStep, type Obstacle, runNext, stepName } from './owed-long.ts';
import { readRecord, updateRecord, writeRecord } from './record.ts';
import { type Row, readRows } from './rows.ts';
import { git, openRun } from './run.ts';
import { FULL_ON_STACK, FULL_WITHOUT_STACK } from './tiers.ts';

/**
 * Runs everything, in long forms and against real aims, without caches: before an issue is called resolved, as far as
 * the change concerns it. Names select tiers (`bench`) or trials (`bench:spot`); none means all. `--next 60` runs the
 * long forms that ran longest ago, or never, for an hour. Writes docs/BENCHMARKS.md after every trial.
 */
const { values, positionals: names } = parseArgs({ allowPositionals: true, options: { next: { type: 'string' } } });
const reports = join(REPOSITORY, 'reports');
/** Above this share of waiting tasks a figure measures the neighbours. */
const PRESSURE_MAX = 0.2;
const LOOK_MS = 5_000;

const other = findOtherRun();
if (other !== undefined) {
  console.error(`nothing was run, because another run measures on this machine: ${other}`);
  process.exit(2);
}
Object.assign(process.env, { TIDEMARK_NO_CACHE: '1', TESTS_LONG: '1' });
const run = openRun({ minutes: 24 * 60 });
if (values.next === undefined) await runNamed();
else await runOwed(Number(values.next));
run.finish();

async function runNamed(): Promise<void> {
  const isWanted = (name: string) => names.length === 0 || names.some((each) => each.split(':')[0] === name);
  const isNamed = ({ kind, trial }: Entry) =>
    names.length === 0 || names.includes(kind) || names.includes(`${kind}:${trial.name}`);
  await run.runAll(FULL_WITHOUT_STACK.filter(({ name }) => isWanted(name)));
  const onStack = FULL_ON_STACK.filter(({ name }) => isWanted(name));
  const stack = onStack.length > 0 ? await run.openStack() : undefined;
  if (stack !== undefined) await run.runAll(onStack);
  await stack?.stop();
  for (const entry of LONG.filter(isNamed)) await runLong(entry);
  if (names.length === 0) writeRecord({ ...readRecord(), ...here() });
}

async function runOwed(minutes: number): Promise<void> {
  const left = await runNext(LONG, {
    record: readRecord(),
    budgetMs: minutes * 60_000,
    now: () => Date.now(),
    findObstacle,
    run: runLong,
  });
  const owed = describeOwed(LONG, readRecord(), { commit: here().commit, ageOf: landingsSince, left });
  console.log(`\n${owed.join('\n')}`);
}

/** Runs a long form by itself and records it at once, so that what ends the run loses one verdict only. */
async function runLong(entry: Entry): Promise<void> {
  const step = longStep(entry, readRecord());
  const load = await describeLoad();
  const began = here();
  const beganMs = performance.now();
  await run.runAll([step]);
  const ms = performance.now() - beganMs;
  const rows = readRows(reports).flatMap((report) => (report.name === stepName(entry) ? report.rows : []));
  const isLate = ms >= step.minutes * 60_000;
  const why = isLate ? `it had no verdict within ${step.minutes} min` : 'it ended without a verdict';
  const none: Row = { name: entryName(entry), state: 'failed', ms, why, noVerdict: true };
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
  const measured = (rows.length === 0 ? [none] : rows).map((row) => ({ ...row, why: `${row.why ?? ''}${load}` }));
  writeRecord(updateRecord(readRecord(), { run: began, machine, rows: measured }));
}

/** Never beside a landing or another full run, and figures only on a quiet machine. */
async function findObstacle({ trial }: Entry): Promise<Obstacle | undefined> {
  const measuring = findOtherRun();
  if (measuring !== undefined) return { why: `another run measures on this machine: ${measuring}`, forAll: true };
  if (!trial.isAlone && !trial.isFigure) return undefined;
  const share = await measurePressure();
  if (share <= PRESSURE_MAX) return undefined;
  return { why: `it measures, and the machine is busy: CPU pressure ${percent(share)}`, forAll: false };
}

/** Describes what other load there is when a trial begins, because its figures are worse for it. */
async function describeLoad(): Promise<string> {
  const share = await measurePressure();
  return share <= PRESSURE_MAX ? '' : ` · begun beside other load, CPU pressure ${percent(share)}`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

async function measurePressure(): Promise<number> {
  const pressure = watchPressure();
  await pause(LOOK_MS);
  return pressure();
}

function here(): { readonly commit: string; readonly date: string } {
  return { commit: git('rev-parse', '--short=10', 'HEAD'), date: new Date().toISOString().slice(0, 10) };
}
