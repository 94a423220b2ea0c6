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
  readonly isComplete: boolean;
  readonly machine: string;
  readonly rows: readonly Row[];
};

/** Replaces what was measured and keeps the rest: a run of one bench must not lose the others. */
export function updateRecord(before: FullRecord, { run, isComplete, machine, rows }: RunResult): FullRecord {
  const measured = rows
    .filter(({ state }) => state !== 'not-run' && state !== 'skipped')
    .map(({ name, state, ms, why = '' }) => [name, { ...run, figure: why, state, seconds: Math.round(ms / 1_000) }]);
  const { commit, date } = before;
  const complete = isComplete ? run : { ...(commit && { commit }), ...(date && { date }) };
  const trials = { ...before.trials, ...(Object.fromEntries(measured) as Record<string, Figure>) };
  return { ...complete, machine, trials };
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
export function describeRecord({ commit: last, date: lastDate, machine, trials }: FullRecord): string {
  const rows = Object.entries(trials).sort(([a], [b]) => (a < b ? -1 : 1));
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const lines = rows.map(
    ([name, { figure, state, seconds, commit, date }]) =>
      `| ${name} | ${state === 'failed' ? '**fails**' : 'holds'} | ${cell(figure)} | ${seconds} s | ${commit} | ${date} |`,
  );
  const when = last === undefined ? 'No complete run has been recorded.' : `Last complete run: ${last}, ${lastDate}.`;
  return `# Benchmarks

\`npm run ci:full\` writes this page down to "Measured by hand", which it keeps: long forms, real aims, one trial at a time.
\`npm run ci:full -- bench:spot\` measures one again. A missed aim is named in its figure; it never stops a landing. ${when}

Machine: ${machine}

| trial | guarantees | figure | took | commit | date |
| --- | --- | --- | --- | --- | --- |
${lines.join('\n')}
`;
}
