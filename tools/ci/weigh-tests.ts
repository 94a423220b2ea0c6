import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { enterFlaky, readFlaky, writeFlaky } from './flaky.ts';
import { readRows } from './rows.ts';
import { appendRuns, readRunLines } from './runs.ts';

/**
 * `weigh-tests.ts [folder or log]`: appends what the last run cost to `runs.jsonl`, once, and
 * enters its flaky tests in `flaky.json`. From a reports folder it also
 * writes how many seconds each test file took, for shards of equal weight and for journeys that start with the longest;
 * what a run printed does not have them. Files that were not run keep their weights while they exist.
 */
const [place = 'reports'] = process.argv.slice(2);
const WEIGHED = /\.(?:db\.test|spec)\.ts$/;
const pathOf = (name: string) => new URL(name, import.meta.url).pathname;

const runs = readRunLines(place);
console.log(`${appendRuns(pathOf('runs.jsonl'), runs)} runs added`);
const listed = readFlaky();
const entered = runs.reduce((list, { flaky, commit }) => enterFlaky(list, flaky, commit), listed);
writeFlaky(entered);
console.log(`${entered.length - listed.length} flaky tests entered, ${entered.length} in all`);
if (existsSync(place) && statSync(place).isDirectory()) weigh(place);

function weigh(folder: string): void {
  const weights = readRows(folder)
    .flatMap(({ files }) => files)
    .filter(({ file }) => WEIGHED.test(file))
    .map(({ file, ms }) => [file, Math.max(0.1, Math.round(ms / 100) / 10)] as const);
  const path = pathOf('test-weights.json');
  const kept = Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, number>).filter(([name]) =>
    existsSync(name),
  );
  const all = Object.fromEntries([...kept, ...weights]);
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(Object.entries(all).toSorted()), null, 2)}\n`);
  console.log(`${weights.length} files weighed, ${Object.keys(all).length} in all`);
}
