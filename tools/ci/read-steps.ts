import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Step } from './describe-failures.ts';
import type { Results } from './name-results.ts';

const LOG = '.log';

/** Every step that left a log, and those that are said to have failed, even where they left nothing. */
export function readSteps(folder: string, failed: readonly string[]): Step[] {
  const read = (file: string) =>
    existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : undefined;
  const logs = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(LOG)) : [];
  const names = new Set([...logs.map((file) => file.slice(0, -LOG.length)), ...failed]);
  return [...names].map((name) => {
    const report = read(`${name}.json`);
    const results = report === undefined ? undefined : (JSON.parse(report) as Results); // Our own reporter's.
    return { name, hasFailed: failed.includes(name), results, log: read(`${name}${LOG}`) ?? '' };
  });
}
