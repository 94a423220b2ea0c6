import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readRows } from './rows.ts';

/**
 * `weigh-tests.ts [folder]`: writes how many seconds each file of the last run took, for shards of equal weight and for
 * journeys that start with the longest. Files that were not run keep their weights while they exist.
 */
const [folder = 'reports'] = process.argv.slice(2);
const WEIGHED = /\.(?:db\.test|spec)\.ts$/;

const weights = readRows(folder)
  .flatMap(({ files }) => files)
  .filter(({ file }) => WEIGHED.test(file))
  .map(({ file, ms }) => [file, Math.max(0.1, Math.round(ms / 100) / 10)] as const);
const path = new URL('test-weights.json', import.meta.url);
const kept = Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, number>).filter(([name]) =>
  existsSync(name),
);
const all = Object.fromEntries([...kept, ...weights]);
writeFileSync(path, `${JSON.stringify(Object.fromEntries(Object.entries(all).toSorted()), null, 2)}\n`);
console.log(`${weights.length} files weighed, ${Object.keys(all).length} in all`);
