import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Log message of the server's catch-all handler for internal errors. */
const FAULT = '"http.request_failed"';
const SHOWN_MAX = 5;

/** Returns the servers' log lines about `internal` responses, so that a rig that fails on one can show the cause. */
export function readOwnFaults(folder: string): string[] {
  const logs = readdirSync(folder).filter((name) => name.endsWith('.log'));
  const lines = logs.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  return lines.filter((line) => line.includes(FAULT)).slice(0, SHOWN_MAX);
}
