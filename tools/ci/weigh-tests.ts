import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

type Report = { readonly testResults: readonly { name: string; startTime: number; endTime: number }[] };

/** `weigh-tests.ts <JSON report>`: writes how many seconds each file of the run took, for shards of equal weight. */
const [path = ''] = process.argv.slice(2);
const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as Report;
const weights = testResults.map(({ name, startTime, endTime }) => [
  relative(process.cwd(), name),
  Math.max(0.1, Math.round((endTime - startTime) / 100) / 10),
]);
const sorted = Object.fromEntries(weights.toSorted());
writeFileSync(new URL('test-weights.json', import.meta.url), `${JSON.stringify(sorted, null, 2)}\n`);
