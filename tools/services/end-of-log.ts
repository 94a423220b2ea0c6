import { existsSync, readFileSync } from 'node:fs';

const LINES_MAX = 10;

/** Returns the last lines of a log for an error message, because the file is removed with its run. */
export function endOfLog(file: string): string {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  return [`the end of ${file}:`, ...lines.slice(-LINES_MAX)].join('\n  ');
}
