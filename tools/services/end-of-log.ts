import { existsSync, readFileSync } from 'node:fs';

const LINES_MAX = 10;

/** The last lines of a log, for an error's text: the file itself goes with its run. */
export function endOfLog(file: string): string {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  return [`the end of ${file}:`, ...lines.slice(-LINES_MAX)].join('\n  ');
}
