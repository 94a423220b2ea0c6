import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Row } from './rows.ts';

/** Commit and date of a full run. */
type Run = { readonly commit: string; readonly date: string };
type Figure = Run & { readonly figure: string; readonly state: Row['state']; readonly seconds: number };

/** `docs/ci-full.json`: the last complete full run, and the last result of every trial. */
export type FullRecord = Partial<Run> & {
  readonly machine: string;
  readonly trials: Readonly<Record<string, Figure>>;
  /** Trials whose last try had no verdict: they hung or broke off. */
  readonly unfinished?: Readonly<Record<string, Run & { readonly why: string }>>;
};

const REPOSITORY = resolve(import.meta.dirname, '../..');
const RECORD = join(REPOSITORY, 'docs/ci-full.json');
const PAGE = join(REPOSITORY, 'docs/BENCHMARKS.md');

export function readRecord(): FullRecord {
  if (!existsSync(RECORD)) return { machine: '', trials: {} };
  return JSON.parse(readFileSync(RECORD, 'utf8')) as FullRecord; // Written below.
}

export type RunResult = {
  readonly run: Run;
  readonly machine: string;
  readonly rows: readonly Row[];
};

/**
 * Replaces what was measured and keeps the rest: a run of one bench must not lose the others, and a try without a
 * verdict not the last figure.
 */
export function updateRecord(before: FullRecord, { run, machine, rows }: RunResult): FullRecord {
  const tried = rows.filter(({ state }) => state !== 'not-run' && state !== 'skipped');
  const trials = new Map(Object.entries(before.trials));
  const unfinished = new Map(Object.entries(before.unfinished ?? {}));
  for (const { name, state, ms, why = '', noVerdict } of tried) {
    if (noVerdict) {
      unfinished.set(name, { ...run, why });
      continue;
    }
    unfinished.delete(name);
    trials.set(name, { ...run, figure: why, state, seconds: Math.round(ms / 1_000) });
  }
  const { commit, date } = before;
  return {
    ...(commit !== undefined && { commit }),
    ...(date !== undefined && { date }),
    machine,
    trials: Object.fromEntries(trials),
    ...(unfinished.size > 0 && { unfinished: Object.fromEntries(unfinished) }),
  };
}

export function writeRecord(record: FullRecord): void {
  writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`);
  const before = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '';
  writeFileSync(PAGE, `${describeRecord(record)}${keptPart(before)}`);
}

const KEPT_FROM = '\n## Measured by hand\n';

/** Returns the part of the page that people write: everything from its heading to the end. */
export function keptPart(page: string): string {
  const from = page.indexOf(KEPT_FROM);
  return from < 0 ? '' : page.slice(from);
}

/** Renders the part of the page that a run writes, from the record alone. */
export function describeRecord({ commit: last, date: lastDate, machine, trials, unfinished = {} }: FullRecord): string {
  const rows = Object.entries(trials).sort(([a], [b]) => (a < b ? -1 : 1));
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const lines = rows.map(
    ([name, { figure, state, seconds, commit, date }]) =>
      `| ${name} | ${state === 'failed' ? '**fails**' : 'holds'} | ${cell(figure)} | ${seconds} s | ${commit} | ${date} |`,
  );
  const when = last === undefined ? 'No complete run has been recorded.' : `Last complete run: ${last}, ${lastDate}.`;
  const broken = Object.entries(unfinished).map(
    ([name, { why, ...one }]) => `- ${name}: ${cell(why)} (${one.commit}, ${one.date})\n`,
  );
  const without = broken.length === 0 ? '' : `\nWithout a verdict when they were last tried:\n\n${broken.join('')}`;
  return `# Benchmarks

\`npm run ci:full\` writes this page down to "Measured by hand", which it keeps: long forms, real aims, one trial at a time.
\`npm run ci:full -- bench:spot\` measures one again, \`-- --next 60\` for an hour those that ran longest ago or never. A missed aim is named in its figure; it never stops a landing. ${when}

Machine: ${machine}

| trial | guarantees | figure | took | commit | date |
| --- | --- | --- | --- | --- | --- |
${lines.join('\n')}
${without}`;
}
