import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** `flaky` passed only on retry. `skipped` was left out on purpose; `not-run` had no time or was not reached. */
type State = 'passed' | 'failed' | 'flaky' | 'skipped' | 'not-run';

/** Result of one test, trial or page check. `file` is set for results of a test file; `why` is one line. */
export type Row = {
  readonly name: string;
  readonly file?: string;
  readonly state: State;
  readonly ms: number;
  readonly why?: string;
  /** Evidence that the product is at fault, whatever the load: a console error, a 5xx, a process that ended. One line. */
  readonly evidence?: string;
  /** A trial that failed without a verdict: it threw, was killed by its limit, or ended without a row. */
  readonly noVerdict?: true;
};

/** File of a row about an error that no test caused, such as a rejection that nothing handled. */
export const OUTSIDE_TESTS = 'outside of any test';

/** Wall time of one test file: its tests and hooks, and the imports and setup before them. */
export type FileTime = { readonly file: string; readonly ms: number; readonly importMs: number };

/** Report of one tool. `name` is its file name without `.json`, by convention that of the step. */
export type Report = { readonly name: string; readonly rows: readonly Row[]; readonly files: readonly FileTime[] };

/**
 * Writes `reports/<step>.json`. May be called after every result: the file is replaced atomically, so a tool that is
 * killed leaves the last complete state. Times become whole milliseconds, reasons become their first line.
 */
export function writeRows(path: string, rows: readonly Row[], files: readonly FileTime[] = []): void {
  const report = {
    rows: rows.map((row) => ({
      ...row,
      ms: Math.round(row.ms),
      ...(row.why === undefined ? {} : { why: firstLine(row.why) }),
      ...(row.evidence === undefined ? {} : { evidence: firstLine(row.evidence) }),
    })),
    files: files.map(({ file, ms, importMs }) => ({ file, ms: Math.round(ms), importMs: Math.round(importMs) })),
  };
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.part`;
  writeFileSync(unfinished, JSON.stringify(report));
  renameSync(unfinished, path);
}

/** Reads every report in a folder, by name. Ignores other JSON files. */
export function readRows(folder: string): Report[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => basename(file, '.json'));
  return names.sort().flatMap((name) => {
    const report = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Partial<Report> | null; // writeRows
    return Array.isArray(report?.rows) ? [{ name, rows: report.rows, files: report.files ?? [] }] : [];
  });
}

/** Returns the first line with text, without colours: summaries are read by people and by `grep`. */
export const firstLine = (text: string): string =>
  stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '') ?? 'it does not say why';
