import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

type Report = { readonly testResults: readonly { name: string; startTime: number; endTime: number }[] };

/**
 * `weigh-tests.ts <JSON report>`: writes how many seconds each file of the run took, for shards of equal weight. Files
 * of other projects keep their weights while they exist.
 */
const [path = ''] = process.argv.slice(2);
const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as Report;
const weights = testResults.map(({ name, startTime, endTime }) => [
  relative(process.cwd(), name),
  Math.max(0.1, Math.round((endTime - startTime) / 100) / 10),
]);
const file = new URL('test-weights.json', import.meta.url);
const kept = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>).filter(([name]) =>
  existsSync(name),
);
const all = Object.fromEntries([...kept, ...weights]);
writeFileSync(file, `${JSON.stringify(Object.fromEntries(Object.entries(all).toSorted()), null, 2)}\n`);
