import { join } from 'node:path';
import { type FailedFile, isReportOf, type RetriedTier, sortFailures } from './failed-files.ts';
import { firstLine, type Report, type Row, readRows, writeRows } from './rows.ts';
import { type Command, type createSteps, describeLoad, type MachineLoad, watchLoad } from './step.ts';
import { SECOND_LOOK } from './steps.ts';
import { runAlone } from './tiers.ts';

/** Time for all second tries together; what it does not reach stays failed. */
const MINUTES_MAX = 5;
/** A file that the change adds or edits must pass so often: a new flake is cheapest to mend before it lands. */
const TRIES_OF_CHANGED = 3;

export type SecondLook = {
  /** Folder of the reports of the first tries. */
  readonly reports: string;
  readonly seed: number;
  /** Files that the change adds or edits; undefined if that is unknown, and then each counts as changed. */
  readonly changed: readonly string[] | undefined;
  /** What shows that the product on the shared stack is at fault. */
  readonly stackDefects: readonly string[];
  /** CPU pressure and stolen share during the first tries. */
  readonly load: MachineLoad;
  readonly steps: Pick<ReturnType<typeof createSteps>, 'run' | 'forgive'>;
  /** Returns the command that runs one failed file alone. */
  readonly commandOf?: (file: FailedFile, options: { readonly report: string; readonly seed: number }) => Command;
};

/**
 * Runs each failed file once more, whole and alone, after everything else has ended: a test that only a busy machine
 * fails passes now and becomes `flaky`, with both reasons. Evidence of a defect excludes a second try.
 */
export async function lookAgain({
  reports,
  seed,
  changed,
  stackDefects,
  load,
  steps,
  commandOf = runAlone,
}: SecondLook): Promise<void> {
  const before = readRows(reports);
  const { again, never } = sortFailures(before, stackDefects);
  for (const { file, why } of never) console.log(`no second look at ${file.name}: ${firstLine(why)}`);
  if (again.length === 0) return;
  const loadAlone = watchLoad();
  const tries = again.map((file, place) => ({
    file,
    reports: Array.from({ length: triesOf(file, changed) }, (_, time) => join(reports, `second-look/${place}-${time}`)),
  }));
  const commands = tries.flatMap(({ file, reports: folders }) =>
    folders.map((folder) => commandOf(file, { report: join(folder, `${file.tier}.json`), seed })),
  );
  await steps.run({ name: SECOND_LOOK, minutes: MINUTES_MAX, usesStack: true, commands });
  for (const { file, reports: folders } of tries) {
    const failure = folders.map((folder) => failureOf(file, readRows(folder)[0])).find((why) => why !== undefined);
    rewrite(reports, file, { failure, times: folders.length, loads: [describeLoad(load), describeLoad(loadAlone())] });
  }
  const after = readRows(reports);
  for (const tier of new Set(again.map((file) => file.tier)))
    if (!hasFailed(after, tier)) steps.forgive(tier, failedReports(before, tier).length);
}

const triesOf = ({ name }: FailedFile, changed: readonly string[] | undefined): number =>
  changed === undefined || changed.includes(name) ? TRIES_OF_CHANGED : 1;

/** Returns why a try failed: a failed row, no report, or a test that did not run; undefined if it passed. */
function failureOf({ rows }: FailedFile, report: Report | undefined): string | undefined {
  if (report === undefined) return 'it did not end within the time of the second look';
  const failed = report.rows.find(({ state }) => state === 'failed');
  if (failed !== undefined) return `${failed.name}: ${failed.why ?? 'it does not say why'}`;
  const passed = new Set(report.rows.filter(({ state }) => state === 'passed').map(({ name }) => name));
  const isHook = (row: Row) => row.name.includes('before or after its tests');
  const missing = rows.find((row) => !isHook(row) && !passed.has(row.name));
  if (missing !== undefined) return `${missing.name}: did not run`;
  return passed.size === 0 ? 'no test ran' : undefined;
}

type Result = {
  readonly failure: string | undefined;
  readonly times: number;
  /** Load of the machine during the first try, and alone. */
  readonly loads: readonly [string, string];
};

/** Rewrites the failed rows of a file in its report: flaky, or failed with both reasons. */
function rewrite(reports: string, { report: name, rows: failed }: FailedFile, { failure, times, loads }: Result): void {
  const report = readRows(reports).find((each) => each.name === name);
  if (report === undefined) return;
  const isFailed = (row: Row) => failed.some((each) => each.name === row.name && each.file === row.file);
  const rows = report.rows.map((row) => {
    if (!isFailed(row) || row.state !== 'failed') return row;
    const first = `${row.why ?? 'it does not say why'} (${loads[0]})`;
    if (failure !== undefined) return { ...row, why: `${first}; alone: ${failure} (${loads[1]})` };
    return { ...row, state: 'flaky' as const, why: `${first}; alone it passed ${times} of ${times} (${loads[1]})` };
  });
  writeRows(join(reports, `${name}.json`), rows, report.files);
}

const failedReports = (reports: readonly Report[], tier: RetriedTier) =>
  reports.filter(({ name, rows }) => isReportOf(tier, name) && rows.some(({ state }) => state === 'failed'));

const hasFailed = (reports: readonly Report[], tier: RetriedTier) => failedReports(reports, tier).length > 0;
