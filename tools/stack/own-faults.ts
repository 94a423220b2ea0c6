import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** As the one catch of the server writes it, for answers that are our own fault. */
const FAULT = '"a request failed"';
const SHOWN_MAX = 5;

/** What the servers wrote about answers of `internal`: a rig that broke off for one would otherwise say nothing but that. */
export function readOwnFaults(folder: string): string[] {
  const logs = readdirSync(folder).filter((name) => name.endsWith('.log'));
  const lines = logs.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  return lines.filter((line) => line.includes(FAULT)).slice(0, SHOWN_MAX);
}
