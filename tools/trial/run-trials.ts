import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findChange } from '../affected/change.ts';
import { selectTrials } from '../affected/select-trials.ts';
import { readRecord } from '../ci/record.ts';
import { type Row, writeRows } from '../ci/rows.ts';
import { Finding } from './aims.ts';
import { chooseOwed, readTurn } from './owed.ts';
import { type Plan, planTrials, secondsOf } from './plan.ts';
import { seedOfCommit } from './random.ts';
import { runQueue } from './run-queue.ts';
import { type Entry, entryName, type Kind, type Trial, type TrialOptions, type Verdict } from './trial.ts';

const TOP = resolve(import.meta.dirname, '../..');
const REPORTS = resolve(TOP, 'reports');
/** Without `--seed`, one trial by hand draws another schedule every time. */
const SEEDS = 1_000_000;

const OPTIONS = {
  short: { type: 'boolean' },
  list: { type: 'boolean' },
  seed: { type: 'string' },
  'begin-before': { type: 'string' },
  changed: { type: 'boolean' },
  base: { type: 'string' },
  budget: { type: 'string' },
  owed: { type: 'string' },
  only: { type: 'string', multiple: true },
  parallel: { type: 'string' },
  report: { type: 'string' },
  runs: { type: 'string' },
  statements: { type: 'boolean' },
} as const;

/** Runs the command line shared by `npm run proof`, `torture` and `bench`: a name picks one trial, none means all. */
export async function runTrials(kind: Kind, trials: readonly Trial[], argv: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args: [...argv], allowPositionals: true, options: OPTIONS });
  const [name, ...args] = positionals;
  const entries = trials.map((trial) => ({ kind, trial }));
  if (name === undefined) return await runEntries(kind, entries, argv);
  const entry = entries.find(({ trial }) => trial.name === name);
  if (entry === undefined) {
    console.error(`${kind}: no "${name}"; there are: ${trials.map((trial) => trial.name).join(', ')}`);
    process.exitCode = 2;
    return;
  }
  if (values.list) return list([entry]);
  const { short = false, statements } = values;
  const runs = values.runs === undefined ? undefined : Number(values.runs);
  const row = await runHere(entry, { short, statements, runs, seed: Number(values.seed ?? randomInt(SEEDS)), args });
  console.log(`\n${describe(row)}`);
  if (values.report !== undefined) writeRows(resolve(values.report), [row]);
  if (row.state === 'failed') process.exitCode = 1;
}

/** Runs trials of one or more kinds and reports them as `reports/<name>.json` and a line each at the end. */
export async function runEntries(name: string, entries: readonly Entry[], argv: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...argv], options: OPTIONS });
  if (values.list) return list(entries);
  const { run, owed, left, why, seed, parallel } = planRun(entries, values);
  console.log(
    `${name}: ${run.length} of ${entries.length}, about ${secondsOf(run, parallel)} s, seed ${seed}${why === '' ? '' : ` (${why})`}`,
  );
  if (owed !== undefined) console.log(`${name}: and at last ${entryName(owed.entry)}: ${owed.why}`);
  const unrun = left.map(({ entry, state, why: reason }) => ({ name: entryName(entry), state, ms: 0, why: reason }));
  const report = resolve(values.report ?? `${REPORTS}/${name}.json`);
  const rows = await runQueue(run, {
    short: values.short ?? false,
    seed,
    parallel,
    owed,
    lastBeginMs: Number(values['begin-before'] ?? Number.POSITIVE_INFINITY) * 1_000,
    onRows: (done) => writeRows(report, [...done, ...unrun]),
  });
  console.log('');
  for (const row of [...rows, ...unrun]) console.log(describe(row));
  if (rows.some(({ state }) => state === 'failed')) process.exitCode = 1;
}

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];
type Run = Plan & {
  readonly owed?: { readonly entry: Entry; readonly why: string; readonly limitMs: number } | undefined;
  readonly why: string;
  readonly seed: number;
  readonly parallel: number;
};

/** Decides what runs: the trials that `--only` names, or those of the plan and the owed one. */
function planRun(entries: readonly Entry[], values: Values): Run {
  const parallel = Number(values.parallel ?? 1);
  const { touched, why, head } = selectTrials(entries, values);
  const seed = Number(values.seed ?? seedOfCommit(head));
  if (values.only !== undefined) return { run: pickNamed(entries, values.only), left: [], why: '', seed, parallel };
  const budget = values.budget === undefined ? undefined : Number(values.budget);
  const change = values.changed ? findChange(TOP, { base: values.base ?? process.env.CI_BASE }) : { all: '' };
  const changed = 'files' in change ? change.files : undefined;
  const plan = planTrials(entries, { touched, changed, budget, parallel, head });
  if (values.owed === undefined) return { ...plan, why, seed, parallel };
  const owed = chooseOwed(entries, plan.run, { turn: readTurn(TOP, head), longRuns: readRecord().trials });
  return {
    run: plan.run,
    left: plan.left.filter(({ entry }) => entry !== owed?.entry),
    owed: owed && { ...owed, limitMs: Number(values.owed) * 1_000 },
    why,
    seed,
    parallel,
  };
}

/** Returns the named trials; throws if one does not exist, because nothing would be run for it. */
function pickNamed(entries: readonly Entry[], names: readonly string[]): Entry[] {
  return names.map((name) => {
    const entry = entries.find((each) => entryName(each) === name);
    if (entry === undefined) throw new Error(`no trial "${name}"; there are: ${entries.map(entryName).join(', ')}`);
    return entry;
  });
}

function list(entries: readonly Entry[]): void {
  for (const entry of entries) console.log(`${entryName(entry)}: ${entry.trial.claim}`);
}

const VERDICTS = { passed: 'holds', failed: 'FALLS SHORT', 'not-run': 'NOT RUN', skipped: 'not run' } as const;

function describe({ name, state, ms, why = '' }: Row): string {
  const verdict = state === 'flaky' ? 'holds' : VERDICTS[state];
  return `${verdict} · ${name}: ${why}${ms > 0 ? ` · ${Math.round(ms / 1_000)} s` : ''}`;
}

type Options = Omit<TrialOptions, 'print'>;

async function runHere(entry: Entry, options: Options): Promise<Row> {
  const { short, seed } = options;
  console.log(`\n── ${entryName(entry)} (seed ${seed}${short ? ', short' : ''}): ${entry.trial.claim}`);
  const startedMs = performance.now();
  const result = await attempt(entry.trial, { ...options, print: (line) => console.log(`   ${line}`) });
  return { name: entryName(entry), ms: performance.now() - startedMs, ...result };
}

/** Formats the figure, then every missed aim. */
export const describeVerdict = ({ figure, missed = [] }: Verdict): string =>
  [figure, ...missed.map((aim) => `MISSED ${aim}`)].join(' · ');

/** Runs a trial. One that throws a finding has not held; after any other error nothing is known, and the row says so. */
async function attempt(
  trial: Trial,
  options: Parameters<Trial['run']>[0],
): Promise<Pick<Row, 'state' | 'why' | 'noVerdict'>> {
  try {
    const verdict = await trial.run(options);
    return { state: verdict.holds ? 'passed' : 'failed', why: describeVerdict(verdict) };
  } catch (error) {
    console.error(error);
    if (error instanceof Finding) return { state: 'failed', why: `BROKEN: ${error.message}` };
    const reason = error instanceof Error ? error.message : String(error);
    return { state: 'failed', why: `broke off: ${reason}`, noVerdict: true };
  }
}
