import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { selectTrials } from '../affected/select-trials.ts';
import { type Row, writeRows } from '../ci/rows.ts';
import { planTrials, secondsOf } from './plan.ts';
import { runQueue } from './run-queue.ts';
import { type Entry, entryName, type Kind, type Trial, type TrialOptions, type Verdict } from './trial.ts';

const REPORTS = resolve(import.meta.dirname, '../../reports');

const OPTIONS = {
  short: { type: 'boolean' },
  list: { type: 'boolean' },
  seed: { type: 'string' },
  'begin-before': { type: 'string' },
  changed: { type: 'boolean' },
  base: { type: 'string' },
  budget: { type: 'string' },
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
  const row = await runHere(entry, { short, statements, runs, seed: seedOf(values.seed), args });
  console.log(`\n${describe(row)}`);
  if (values.report !== undefined) writeRows(resolve(values.report), [row]);
  if (row.state === 'failed') process.exitCode = 1;
}

/** Runs trials of one or more kinds and reports them as `reports/<name>.json` and a line each at the end. */
export async function runEntries(name: string, entries: readonly Entry[], argv: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...argv], options: OPTIONS });
  if (values.list) return list(entries);
  const parallel = Number(values.parallel ?? 1);
  const budget = values.budget === undefined ? undefined : Number(values.budget);
  const { touched, why, head } = selectTrials(entries, values);
  const { run, left } = planTrials(entries, { touched, budget, parallel, head });
  console.log(
    `${name}: ${run.length} of ${entries.length}, about ${secondsOf(run, parallel)} s${why === '' ? '' : ` (${why})`}`,
  );
  const unrun = left.map(({ entry, state, why: reason }) => ({ name: entryName(entry), state, ms: 0, why: reason }));
  const report = resolve(values.report ?? `${REPORTS}/${name}.json`);
  const rows = await runQueue(run, {
    short: values.short ?? false,
    seed: seedOf(values.seed),
    parallel,
    lastBeginMs: Number(values['begin-before'] ?? Number.POSITIVE_INFINITY) * 1_000,
    onRows: (done) => writeRows(report, [...done, ...unrun]),
  });
  console.log('');
  for (const row of [...rows, ...unrun]) console.log(describe(row));
  if (rows.some(({ state }) => state === 'failed')) process.exitCode = 1;
}

function list(entries: readonly Entry[]): void {
  for (const entry of entries) console.log(`${entryName(entry)}: ${entry.trial.claim}`);
}

const seedOf = (given: string | undefined) => Number(given ?? Math.floor(Math.random() * 1_000_000));

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
  const verdict = await attempt(entry.trial, { ...options, print: (line) => console.log(`   ${line}`) });
  const ms = performance.now() - startedMs;
  return { name: entryName(entry), state: verdict.holds ? 'passed' : 'failed', ms, why: describeVerdict(verdict) };
}

/** Formats the figure, then every missed aim. */
export const describeVerdict = ({ figure, missed = [] }: Verdict): string =>
  [figure, ...missed.map((aim) => `MISSED ${aim}`)].join(' · ');

/** Runs a trial; one that throws has not held, and the reason is its figure. */
async function attempt(trial: Trial, options: Parameters<Trial['run']>[0]): Promise<Verdict> {
  try {
    return await trial.run(options);
  } catch (error) {
    console.error(error);
    return { holds: false, figure: `broke off: ${error instanceof Error ? error.message : String(error)}` };
  }
}
